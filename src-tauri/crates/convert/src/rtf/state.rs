//! What an RTF group inherits and leaves behind, and where its characters go.

use encoding_rs::Encoding;

/// Where characters go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The text.
    Body,
    /// Nowhere.
    Skipped,
    /// A footnote or endnote.
    Note,
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

/// The target that a control word opens; `None` where it opens none.
pub(super) fn target(word: &str) -> Option<Target> {
    Some(match word {
        "footnote" => Target::Note,
        "listtext" | "pntext" => Target::Label,
        "fonttbl" => Target::Fonts,
        "stylesheet" => Target::Styles,
        "title" => Target::Title,
        "author" => Target::Author,
        "creatim" => Target::Created,
        // text boxes hang on drawings that are skipped
        "shptxt" => Target::Body,
        "annotation" | "aftnsep" | "aftnsepc" | "aftncn" | "atnauthor" | "atnid" | "background"
        | "bkmkend" | "bkmkstart" | "category" | "colorschememapping" | "colortbl" | "comment"
        | "company" | "datafield" | "datastore" | "do" | "doccomm" | "docvar" | "falt"
        | "filetbl" | "fldinst" | "footer" | "footerf" | "footerl" | "footerr" | "ftncn"
        | "ftnsep" | "ftnsepc" | "generator" | "header" | "headerf" | "headerl" | "headerr"
        | "hlinkbase" | "htmltag" | "info" | "keywords" | "latentstyles" | "listoverridetable"
        | "listtable" | "manager" | "mmathPr" | "nonesttables" | "nonshppict" | "objdata"
        | "operator" | "panose" | "pgdsctbl" | "pict" | "pn" | "printim" | "revtbl" | "revtim"
        | "rsidtbl" | "rxe" | "shprslt" | "sn" | "subject" | "sv" | "tc" | "template"
        | "themedata" | "txe" | "ud" | "userprops" | "xe" | "xmlnstbl" => Target::Skipped,
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
