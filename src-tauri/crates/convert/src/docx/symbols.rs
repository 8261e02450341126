//! `w:sym`: letters of the symbol fonts, which have places of their own instead of Unicode's.

use crate::office::Node;

/// Adobe's Symbol encoding from 0x20 and from 0xA1; `\0` where it has no letter.
const SYMBOL: &str = " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼";
const SYMBOL_HIGH: &str = "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑";
/// Signs of Wingdings that people use in text.
const WINGDINGS: [(u32, char); 22] = [
    (0x4a, '☺'),
    (0x4c, '☹'),
    (0x6c, '●'),
    (0x6e, '■'),
    (0x6f, '□'),
    (0x70, '□'),
    (0x71, '❑'),
    (0x72, '❒'),
    (0x75, '◆'),
    (0x76, '❖'),
    (0x9f, '•'),
    (0xa7, '▪'),
    (0xa8, '☐'),
    (0xd8, '➢'),
    (0xdf, '←'),
    (0xe0, '→'),
    (0xe8, '➔'),
    (0xf0, '⇨'),
    (0xfb, '✗'),
    (0xfc, '✓'),
    (0xfd, '☒'),
    (0xfe, '☑'),
];

/// The letter meant, where it is known.
pub(super) fn letter(symbol: &Node) -> Option<char> {
    let font = symbol.attribute("font").unwrap_or_default().to_lowercase();
    let code = u32::from_str_radix(symbol.attribute("char")?, 16).ok()?;
    // fonts of symbols are mapped into the private area
    let place = if (0xf000..=0xf0ff).contains(&code) { code - 0xf000 } else { code };
    match font.as_str() {
        "symbol" if place >= 0xa1 => SYMBOL_HIGH.chars().nth(place as usize - 0xa1),
        "symbol" => SYMBOL.chars().nth((place as usize).checked_sub(0x20)?),
        "wingdings" => WINGDINGS.iter().find(|(at, _)| *at == place).map(|(_, letter)| *letter),
        _ => char::from_u32(code).filter(|letter| letter.is_alphanumeric()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::office::xml;
    use types::Format;

    #[test]
    fn symbol_fonts_are_read() {
        for (font, code, expected) in [
            ("Symbol", "F061", Some('α')),
            ("Symbol", "F0B3", Some('≥')),
            ("Symbol", "F0E5", Some('∑')),
            ("Symbol", "7E", Some('∼')),
            ("Wingdings", "F0FC", Some('✓')),
            ("Wingdings", "F001", None),
            ("Arial", "00E9", Some('é')),
            ("Arial", "zz", None),
        ] {
            let node = format!("<sym font='{font}' char='{code}'/>");
            let node = xml::parse(node.as_bytes(), Format::Docx).unwrap();
            assert_eq!(letter(&node), expected, "{font} {code}");
        }
    }
}
