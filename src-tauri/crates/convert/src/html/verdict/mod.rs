//! What of a page is its content, told unit by unit. Each is weighed by small trees: once by what is
//! seen of it, and again with what that says of its company. `assets/pages/train.py` grows the
//! trees from pages whose wanted and unwanted passages are known.

mod company;
mod names;
mod sight;

use super::page::Page;
use super::units::Unit;
use crate::trees::Trees;
use sight::Sight;
use std::sync::OnceLock;

const GROWN: &str = include_str!("../../../../../../assets/pages/trees.txt");

/// For each unit whether it is content.
pub(super) fn kept(page: &Page, audible: &[bool], units: &[Unit]) -> Vec<bool> {
    let [first, second] = grown();
    let sight = Sight::of(page, audible, units);
    let odds: Vec<f32> = sight.rows.iter().map(|row| first.odds(row)).collect();
    let company = company::rows(&sight, &odds);
    let mut whole = [0.0; sight::COUNT + company::ADDED];
    let weigh = |(row, company): (&[f32; sight::COUNT], &[f32; company::ADDED])| {
        let both = row.iter().chain(company);
        whole.iter_mut().zip(both).for_each(|(place, value)| *place = *value);
        second.odds(&whole) > 0.0
    };
    sight.rows.iter().zip(&company).map(weigh).collect()
}

fn grown() -> &'static [Trees; 2] {
    static TREES: OnceLock<[Trees; 2]> = OnceLock::new();
    TREES.get_or_init(|| Trees::pair(GROWN))
}

/// The features of all units of a page with their words, for `assets/pages/train.py`.
#[cfg(feature = "training")]
pub(crate) fn table(page: &Page, audible: &[bool], units: &[Unit]) -> String {
    use std::fmt::Write;
    let sight = Sight::of(page, audible, units);
    let mut table = format!("label {}\n", sight::NAMES.join(" "));
    for ((row, unit), kin) in sight.rows.iter().zip(units).zip(&sight.kin) {
        let above: Vec<String> = page.around(unit.element).map(|id| id.to_string()).collect();
        let above = [vec![unit.element.to_string()], above].concat().join(",");
        let _ = write!(table, "{} {kin} {above}", unit.letters);
        for value in row {
            let _ = write!(table, " {value}");
        }
        let text = unit.text(page, audible);
        let words: Vec<&str> = text.split_whitespace().collect();
        let _ = writeln!(table, "\t{}", words.join(" "));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grown_trees_know_our_features() {
        let both: Vec<&str> = sight::NAMES.iter().chain(&company::NAMES).copied().collect();
        crate::trees::check_names(GROWN, &sight::NAMES, &both);
    }
}
