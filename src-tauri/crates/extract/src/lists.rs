//! The closed lists of English words that the rules lean on. Open lists (what a paper is about) have
//! no place here.

/// Words that stand in no key phrase and bound noun phrases: articles, prepositions, conjunctions,
/// pronouns, auxiliaries, common adverbs.
const STOP: &str = "a an the this that these those such some any each every either neither no none all \
both few many much more most other others another same own several various certain \
i you he she it we they me him her us them my your his its our their mine yours hers ours theirs \
myself himself herself itself ourselves themselves who whom whose which what whatever where when while \
why how whether if unless until till although though because since so than then there here thus hence \
therefore however moreover furthermore nevertheless meanwhile otherwise instead rather \
and or but nor yet of in on at to for from by with without within into onto upon over under between \
among amongst through throughout during before after above below against about around across along \
behind beyond despite except like near off out past per plus toward towards up down via versus vs as \
am is are was were be been being have has had having do does did doing done can could may might must \
shall should will would ought not never only also just even still already again once too very quite \
almost nearly often usually generally typically sometimes always mainly mostly largely further later \
earlier first second third last next now today ago et al eg ie etc cf e.g i.e one two three four five \
six seven eight nine ten eleven twelve hundred thousand million billion half \
according due because respectively especially particularly namely including given based using used use \
uses make makes made making take takes taken took get gets got give gives gave show shows showed shown \
see seen find finds found say says said let lets well however able likely unlikely new different";

/// Words that bound a noun phrase at its left: what stands before them is another phrase. `of` binds.
const BOUNDS: &str = "in on at to for from by with without within into onto upon over under between among \
amongst through throughout during before after above below against about around across along behind \
beyond despite except near off out per toward towards via versus as that which who whom whose where \
when while whether if unless until although though because since so than then and or but nor yet is are \
was were be been being have has had do does did can could may might must shall should will would not";

/// Articles and their like.
const DETERMINERS: &str = "a an the this that these those any each every some all both its their his her our \
your my such no another one most many several";

/// What a phrase cannot be: it only points at something said before.
const POINTERS: &str = "it its they them their this that these those he she we i you there here which who what \
one ones some others both each all any none such latter former result results following authors author \
paper section chapter table figure article study work everything nothing something anything";

/// Adverbs between a subject and its verb.
const ADVERBS: &str = "also always usually often generally typically normally therefore thus then only \
further additionally currently now still already formally explicitly directly in turn largely mainly \
mostly partly effectively officially expressly strictly hence simply itself themselves";

/// Nouns that name organisations.
const ORGANISATIONS: &str = "administration agency agencies academy alliance association authority bank board bureau \
centre center centers centres chamber college commission committee conference confederation consortium \
corporation council court cooperative department directorate faculty federation forum foundation fund \
group hospital initiative institute institution institutes institutions laboratory laboratories league \
ministry museum network observatory office organisation organization parliament partnership polytechnic \
press school secretariat senate service services society survey trust tribunal union university \
universities congress assembly infirmary clinic registry company party police";

/// What stands after a company's name.
const SUFFIXES: &str = "inc ltd llc plc gmbh corp llp";

/// What stands after "and" in the name of one organisation.
const SECOND_HALVES: &str = "prevention development technology quality standards services research health sciences \
science medicine engineering administration agriculture technique education welfare culture control \
trade crafts records cooperation commerce industry history security safety welfare arts policy";

/// What stands before a person's name.
const TITLES: &str = "mr mrs ms miss dr prof professor sir dame lord lady";

/// Words with capitals that name no thing of their own: months, days, parts of documents.
const NOT_NAMES: &str = "january february march april may june july august september october november december \
jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday \
sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays spring summer autumn winter \
christmas easter figure figures fig table tables section sections chapter chapters article articles \
appendix annex annexes schedule part parts page pages equation eq ref refs step phase group groups \
class type level version volume vol issue no box panel supplement note notes clause paragraph rule item \
ad bc ce bce am pm utc gmt usd eur gbp chf jpy i ii iii iv v vi vii viii ix x xi xii ok etc et al \
vs eg ie mr mrs ms dr prof sir north south east west";

/// Units of measurement, and what is counted like them.
const UNITS: &str = "mm cm m km nm µm μm ha kg g mg µg μg ng t l ml µl μl s ms h min hz khz mhz ghz w kw mw gw kwh \
mwh gwh twh j kj mj v kv ma pa kpa mpa bar k c mol mmol µmol ppm ppb db kb mb gb tb bytes tonnes tons litres \
liters metres meters kilometres kilometers miles feet inches hectares acres degrees years months weeks days \
hours minutes seconds points people patients participants euros dollars pounds fold million billion mg/kg g/l \
mg/l kg/m km/h m/s year month week day hour minute second times";

/// Numbers in words, from two on.
const NUMERALS: &str = "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty \
fifty sixty seventy eighty ninety hundred thousand";

/// Irregular past forms and auxiliaries of the past.
const PAST: &str = "was were had did became began broke brought built came chose died drew fell found gave got grew \
held kept knew laid led left lost made met paid ran rose said sank saw sent sold spent spoke stood struck swept \
took taught told went won wrote shot sought bought caught fought fled flew froze slept shook sprang wore sat \
ate drank drove forgot hid lay rode sang swam threw woke withdrew overthrew underwent arose bore bound burnt \
crept dealt dug fed felt flung hung hit learnt lent lit put read rang set shrank slid split spread stole swore tore";

/// First words of notes to the reader.
const NOTICES: &str = "please click see note subscribe download contact copyright keywords abstract imagine suppose \
consider let accepted received published submitted whether what how why who whoever thanks";

/// What stands in capitals before the parts of an abstract, and other words for parts.
const LABELS: &str = "background method methods result results conclusion conclusions objective objectives purpose \
setting settings design summary introduction aim aims materials findings interpretation funding tier \
participants discussion abstract measurements interventions context significance importance review of study \
main outcome outcomes measures patients existing new comparison with and";

/// Adjectives of peoples, schools and scripts end so; alone they name nothing.
const ADJECTIVE_ENDS: [&str; 8] = ["ian", "ean", "ese", "ish", "ic", "an", "ern", "ist"];

macro_rules! listed {
    ($($(#[$doc:meta])* $name:ident of $list:ident;)*) => {$(
        $(#[$doc])*
        pub(crate) fn $name(lower: &str) -> bool {
            static SET: LazyLock<HashSet<&'static str>> =
                LazyLock::new(|| $list.split_ascii_whitespace().collect());
            SET.contains(lower)
        }
    )*};
}

use std::collections::HashSet;
use std::sync::LazyLock;

listed! {
    /// A word of a label.
    is_label of LABELS;
    /// A unit of measurement.
    is_unit of UNITS;
    /// A number in words.
    is_numeral of NUMERALS;
    /// An irregular past form.
    is_past of PAST;
    /// The first word of a note to the reader.
    is_notice of NOTICES;
    /// A stop word.
    is_stop of STOP;
    /// What ends a noun phrase.
    is_bound of BOUNDS;
    /// An article or its like.
    is_determiner of DETERMINERS;
    /// A word that only points at something.
    is_pointer of POINTERS;
    /// An adverb before a verb.
    is_adverb of ADVERBS;
    /// A noun that names organisations.
    is_organisation of ORGANISATIONS;
    /// "Ltd" and its like.
    is_suffix of SUFFIXES;
    /// What follows "and" in one name.
    is_second_half of SECOND_HALVES;
    /// "Dr" and its like.
    is_title of TITLES;
    /// A capitalised word that names nothing.
    is_not_name of NOT_NAMES;
}

/// Whether a lone capitalised word is rather an adjective: "European", "Bayesian", "English".
pub(crate) fn is_adjective(lower: &str) -> bool {
    // Names of places with these ends, which are common enough to matter.
    let place = matches!(
        lower,
        "japan"
            | "iran"
            | "sudan"
            | "pakistan"
            | "afghanistan"
            | "kazakhstan"
            | "uzbekistan"
            | "bhutan"
            | "milan"
            | "taiwan"
            | "oman"
            | "jordan"
            | "michigan"
            | "vatican"
            | "java"
    );
    !place && lower.len() > 4 && ADJECTIVE_ENDS.iter().any(|end| lower.ends_with(end))
}
