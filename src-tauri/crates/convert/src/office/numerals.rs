//! Numbers as lists print them: letters and Roman numerals.

/// A, B … Z, AA, BB … as Word counts.
pub(crate) fn letters(number: u32) -> String {
    let at = number.saturating_sub(1);
    let letter = char::from(b'A' + (at % 26) as u8);
    std::iter::repeat_n(letter, (at / 26 + 1).min(10) as usize).collect()
}

/// Roman numerals, up to 3999.
pub(crate) fn roman(number: u32) -> String {
    const SIGNS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut rest = number.min(3999);
    let mut signs = String::new();
    for (value, sign) in SIGNS {
        while rest >= value {
            signs.push_str(sign);
            rest -= value;
        }
    }
    signs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_printed_as_office_programs_do() {
        for (number, letter, numeral) in [
            (1, "A", "I"),
            (26, "Z", "XXVI"),
            (28, "BB", "XXVIII"),
            (4000, "VVVVVVVVVV", "MMMCMXCIX"),
        ] {
            assert_eq!((letters(number).as_str(), roman(number).as_str()), (letter, numeral));
        }
        assert_eq!(roman(1990), "MCMXC");
    }
}
