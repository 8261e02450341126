//! What an RTF group inherits and leaves behind, and where its characters go.

use encoding_rs::Encoding;

/// Where characters go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The text.
    Body,
    /// A text box, which stands after its paragraph.
    Boxed,
    /// Nowhere.
    Skipped,
    /// Nowhere, and nobody knows what it is: what it holds counts as lost.
    Unknown,
    /// A footnote or endnote.
    Note,
    /// What somebody said in the margin, and who.
    Comment,
    Commenter,
    CommentDate,
    /// What stands at the head or foot of every page.
    Furniture,
    /// The label of a list item, as its program wrote it.
    Label,
    /// Names of fonts, which nobody needs; their character sets count.
    Fonts,
    /// Names of styles.
    Styles,
    /// What the document says of itself.
    Title,
    Author,
    Created,
}

/// What a group has of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) target: Target,
    pub(super) font: i32,
    pub(super) encoding: &'static Encoding,
    /// How many characters stand in for one in Unicode.
    pub(super) stand_ins: u32,
    pub(super) is_hidden: bool,
    /// Deleted with its deletion on record.
    pub(super) is_deleted: bool,
    /// In a second writing of what stands elsewhere.
    pub(super) is_copy: bool,
    pub(super) style: i32,
    pub(super) outline: Option<u8>,
    pub(super) list_level: usize,
    pub(super) in_table: bool,
}

impl State {
    pub(super) fn new(encoding: &'static Encoding) -> Self {
        Self {
            target: Target::Body,
            font: -1,
            encoding,
            stand_ins: 1,
            is_hidden: false,
            is_deleted: false,
            is_copy: false,
            style: 0,
            outline: None,
            list_level: 0,
            in_table: false,
        }
    }

    /// `\pard`: a paragraph like any other.
    pub(super) fn plain_paragraph(&mut self) {
        (self.style, self.outline, self.list_level, self.in_table) = (0, None, 0, false);
    }
}

/// Groups that hold no words of the text: tables of properties, names, data, second writings
/// (RTF 1.9.1, index of control words; those of form fields, mail merge and XML included).
const SKIPPED: &str = " aftncn aftnsep aftnsepc atnicn atnid atnparent atnref atntime atrfend atrfstart \
    background bkmkend bkmkstart blipuid buptim category colorschememapping colortbl comment company \
    datafield datastore defchp defpap do doccomm docvar ebcend ebcstart factoidname falt fchars \
    ffdeftext ffentrymcr ffexitmcr ffformat ffhelptext ffl ffname ffstattext filetbl fldinst fldtype \
    fontemb fontfile formfield ftncn ftnsep ftnsepc generator gridtbl hl hlfr hlinkbase hlloc hlsrc \
    hsv htmltag info keycode keywords latentstyles lchars levelnumbers leveltext lfolevel linkval \
    list listlevel listname listoverride listoverridetable listpicture liststylename listtable \
    lsdlockedexcept mailmerge manager mhtmltag mmathPr nesttableprops nextfile nonesttables \
    nonshppict objalias objclass objdata objname objsect objtime oldcprops oldpprops oldsprops \
    oldtprops oleclsid operator panose password passwordhash pgdsctbl pgp pgptbl picprop pict pn \
    pnseclvl pntxta pntxtb printim private propname protend protstart protusertbl pxe revtbl revtim \
    rsidtbl rxe shppict shprslt sn staticval subject sv svb tc tcn template themedata txe ud \
    userprops wgrffmtfilter windowcaption writereservation writereservhash xe xform xmlattrname \
    xmlattrvalue xmlclose xmlname xmlnstbl xmlopen ";

/// The target that a control word opens; `None` where it opens none.
pub(super) fn target(word: &str) -> Option<Target> {
    Some(match word {
        "footnote" => Target::Note,
        "annotation" => Target::Comment,
        "atnauthor" => Target::Commenter,
        "atndate" => Target::CommentDate,
        "header" | "headerf" | "headerl" | "headerr" | "footer" | "footerf" | "footerl"
        | "footerr" => Target::Furniture,
        "listtext" | "pntext" => Target::Label,
        "fonttbl" => Target::Fonts,
        "stylesheet" => Target::Styles,
        "title" => Target::Title,
        "author" => Target::Author,
        "creatim" => Target::Created,
        // text boxes hang on drawings that are skipped
        "shptxt" | "dptxbxtext" => Target::Boxed,
        "moMath" | "moMathPara" => Target::Body,
        // properties of a formula's parts
        _ if word.starts_with('m') && word.ends_with("Pr") => Target::Skipped,
        _ if SKIPPED.contains(&format!(" {word} ")) => Target::Skipped,
        _ => return None,
    })
}

/// The character that a control word stands for.
pub(super) fn character(word: &str) -> Option<char> {
    Some(match word {
        "tab" | "enspace" | "emspace" | "qmspace" => ' ',
        "line" | "softline" | "lbr" => '\n',
        "emdash" => '—',
        "endash" => '–',
        "bullet" => '•',
        "lquote" => '‘',
        "rquote" => '’',
        "ldblquote" => '“',
        "rdblquote" => '”',
        _ => return None,
    })
}
