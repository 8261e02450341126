//! The vocabulary's file: Loci's own, and one that a person imports. Broken lines are refused one by
//! one, with number and reason; the others count. It reads text alone, no file.

use super::pattern::{check, parts};
use types::{PatternOrigin, VocabularyEntry};

/// Loci's own patterns, with the form of the file in its head.
const BUILTIN: &str = include_str!("../../../../../assets/vocabulary.txt");
/// Most lines read of a file.
const LINES: usize = 100_000;
/// Longest line, in bytes.
const LINE_BYTES: usize = 10_000;
/// Most refusals told one by one.
const REFUSALS: usize = 1_000;

/// Loci's own patterns.
pub fn builtin() -> Vec<VocabularyEntry> {
    let (mut entries, _) = parse(BUILTIN);
    entries.iter_mut().for_each(|entry| entry.origin = PatternOrigin::Builtin);
    entries
}

/// The patterns of a file in the form of `assets/vocabulary.txt`, and the lines refused.
pub fn parse(text: &str) -> (Vec<VocabularyEntry>, Vec<String>) {
    let mut reading = Reading::default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (number, line) in text.lines().enumerate() {
        if number == LINES {
            let rest = format!("only the first {LINES} lines are read");
            reading.refuse(number + 1, &rest);
            break;
        }
        if let Err(why) = reading.line(line) {
            reading.refuse(number + 1, &why);
        }
    }
    reading.close()
}

/// A file, as far as it is read.
#[derive(Default)]
struct Reading {
    entries: Vec<VocabularyEntry>,
    refused: Vec<String>,
    untold: usize,
    /// Whether the last pattern can go on in the next line.
    open: bool,
}

impl Reading {
    /// A pattern, more of the last one, a comment or nothing.
    fn line(&mut self, line: &str) -> Result<(), String> {
        let line_read = line.trim();
        if line_read.is_empty() || line_read.starts_with('#') {
            return Ok(());
        }
        if line_read.len() > LINE_BYTES {
            self.open = false;
            return Err(format!("longer than {LINE_BYTES} bytes"));
        }
        match line_read.strip_prefix('|') {
            Some(more) if self.open => self.go_on(more.trim()),
            Some(_) => Err("goes on from a line that is not there or was refused".to_owned()),
            None => {
                self.open = false;
                self.entries.push(entry(line_read)?);
                self.open = true;
                Ok(())
            }
        }
    }

    /// More alternatives of the last pattern.
    fn go_on(&mut self, more: &str) -> Result<(), String> {
        let Some(last) = self.entries.last_mut() else { return Ok(()) };
        // the line by itself first: what is refused is what stands in it
        check(more, &last.wing, &last.room)?;
        let pattern = format!("{} | {more}", last.pattern);
        parts(&pattern)?;
        last.pattern = pattern;
        Ok(())
    }

    fn refuse(&mut self, number: usize, why: &str) {
        if self.refused.len() < REFUSALS {
            self.refused.push(format!("line {number}: {why}"));
        } else {
            self.untold += 1;
        }
    }

    fn close(mut self) -> (Vec<VocabularyEntry>, Vec<String>) {
        if self.untold > 0 {
            self.refused.push(format!("{} more lines were refused", self.untold));
        }
        (self.entries, self.refused)
    }
}

/// `wing/room | weight | pattern`.
fn entry(line: &str) -> Result<VocabularyEntry, String> {
    let mut parts = line.splitn(3, '|').map(str::trim);
    let (Some(place), Some(weight), Some(pattern)) = (parts.next(), parts.next(), parts.next())
    else {
        return Err("a line is `wing/room | weight | pattern`".to_owned());
    };
    let (wing, room) = place.split_once('/').ok_or("no `/` between wing and room")?;
    let weight: f32 = weight.parse().map_err(|_| "the weight is no number")?;
    if !(weight > 0.0 && weight <= 1.0) {
        return Err("the weight is over 0, to 1".to_owned());
    }
    check(pattern, wing, room)?;
    Ok(VocabularyEntry {
        pattern: pattern.to_owned(),
        wing: wing.to_owned(),
        room: room.to_owned(),
        weight,
        origin: PatternOrigin::File,
        active: true,
        learnt_at: None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::pattern::alternatives;
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// Wings and rooms of the built-in vocabulary.
    const ROOMS: [(&str, &[&str]); 13] = [
        (
            "medicine",
            &["clinical-trials", "pharmacology", "diagnostics", "epidemiology", "patient-care"],
        ),
        ("biology", &["genetics", "ecology", "microbiology", "neuroscience"]),
        ("chemistry", &["synthesis", "analysis"]),
        ("physics", &["astronomy", "quantum", "mechanics"]),
        ("environment", &["climate", "energy", "pollution", "biodiversity"]),
        ("computing", &["machine-learning", "software", "databases", "networks"]),
        ("security", &["authentication", "encryption", "vulnerabilities", "privacy"]),
        ("compliance", &["data-protection", "records", "audit", "quality-systems"]),
        ("law", &["contracts", "intellectual-property", "litigation"]),
        ("economics", &["markets", "labour", "public-finance"]),
        ("society", &["education", "politics", "migration", "culture"]),
        ("engineering", &["materials", "manufacturing", "construction"]),
        ("methods", &["statistics", "study-design", "measurement", "reproducibility"]),
    ];

    #[test]
    fn the_built_in_file_is_whole() {
        let (entries, refused) = parse(BUILTIN);
        assert_eq!(refused, Vec::<String>::new());
        let mut rooms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut said = BTreeMap::new();
        for entry in &entries {
            rooms.entry(entry.wing.clone()).or_default().insert(entry.room.clone());
            for phrase in entry.pattern.split('|').map(str::trim) {
                let earlier = said.insert(phrase, format!("{}/{}", entry.wing, entry.room));
                assert_eq!(earlier, None, "{phrase} speaks twice");
            }
        }
        assert_eq!(rooms.len(), ROOMS.len());
        for (wing, names) in ROOMS {
            let expected: BTreeSet<&str> =
                names.iter().copied().chain([super::super::GENERAL]).collect();
            let found: BTreeSet<&str> = rooms[wing].iter().map(String::as_str).collect();
            assert_eq!(found, expected, "{wing}");
        }
        assert!(builtin().iter().all(|entry| entry.origin == PatternOrigin::Builtin));
        assert!(entries.iter().all(|entry| alternatives(&entry.pattern).is_ok()));
    }

    #[test]
    fn broken_lines_are_refused_one_by_one() {
        let long = format!("law/general | 0.5 | {}", "word | ".repeat(2_000));
        for (text, patterns, refusals) in [
            ("", &[][..], &[][..]),
            ("\u{feff}# only\r\n\r\n  # comments\r\n", &[], &[]),
            ("law/contracts | 0.9 | lease* | tenancy\r\n", &["lease* | tenancy"], &[]),
            ("a/b | .5 | c\n  | d | ee*\n# between\n  | f\n", &["c | d | ee* | f"], &[]),
            ("a/b | .5 | c\n| d*e\n| f\n", &["c | f"], &["line 2: “d*e”: * stands"]),
            (
                "a/b | 2 | c\n| d\ne/f|1|g",
                &["g"],
                &["line 1: the weight is over", "line 2: goes on"],
            ),
            ("| d", &[], &["line 1: goes on"]),
            ("a/b | NaN | c", &[], &["line 1: the weight is over 0"]),
            ("a/b | inf | c\na/b | -1 | c\na/b | 0 | c", &[], &["line 1", "line 2", "line 3"]),
            ("a/b | much | c", &[], &["line 1: the weight is no number"]),
            ("a/b | c", &[], &["line 1: a line is"]),
            ("a | .5 | c", &[], &["line 1: no `/`"]),
            ("a/b/c | .5 | c", &[], &["line 1: the name of a room"]),
            ("a/b | .5 | *", &[], &["line 1: “*”"]),
            ("a/b | .5 | c || d", &[], &["line 1: an alternative is empty"]),
            ("A\u{1}/b | .5 | c", &[], &["line 1: the name of a wing"]),
            (&long, &[], &["line 1: longer than"]),
        ] {
            let (entries, refused) = parse(text);
            let found: Vec<&str> = entries.iter().map(|entry| entry.pattern.as_str()).collect();
            assert_eq!(found, patterns, "{text:?}");
            assert_eq!(refused.len(), refusals.len(), "{text:?}: {refused:?}");
            for (why, expected) in refused.iter().zip(refusals) {
                assert!(why.starts_with(expected), "{text:?}: {why}");
            }
        }
    }

    #[test]
    fn endless_files_are_cut() {
        let (entries, refused) = parse(&"a/b | .5 | c\n".repeat(LINES + 5));
        assert_eq!((entries.len(), refused.len()), (LINES, 1));
        let (entries, refused) = parse(&"?\n".repeat(LINES));
        assert_eq!((entries.len(), refused.len()), (0, REFUSALS + 1));
        assert_eq!(refused[REFUSALS], format!("{} more lines were refused", LINES - REFUSALS));
    }
}
