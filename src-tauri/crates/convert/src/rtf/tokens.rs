//! RTF as tokens (RTF 1.9.1, "Conventions of an RTF Reader"): groups, control words, characters.
//! Any bytes are tokens: nothing here fails, and every token takes at least one byte.

/// Longest name of a control word.
const NAME_BYTES: usize = 32;

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `{`
    Open,
    /// `}`
    Close,
    /// `\name` or `\name12`.
    Word(&'a str, Option<i32>),
    /// `\~` and its like.
    Symbol(u8),
    /// `\'e4`
    Hex(u8),
    /// Characters as they stand.
    Plain(&'a [u8]),
}

/// Reads tokens one after the other.
#[derive(Debug)]
pub(super) struct Tokens<'a> {
    rest: &'a [u8],
}

impl<'a> Tokens<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at(count.min(self.rest.len()));
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, most: usize, wanted: impl Fn(u8) -> bool) -> &'a [u8] {
        let count = self.rest.iter().take(most).take_while(|byte| wanted(**byte)).count();
        self.take(count)
    }

    /// What follows a backslash.
    fn control(&mut self) -> Option<Token<'a>> {
        let name = self.take_while(NAME_BYTES, |byte| byte.is_ascii_alphabetic());
        if name.is_empty() {
            return self.symbol();
        }
        let number = self.number();
        if self.rest.first() == Some(&b' ') {
            self.take(1);
        }
        let name = std::str::from_utf8(name).unwrap_or_default();
        if name == "bin" {
            // raw bytes follow, as many as it says and the file has
            self.take(usize::try_from(number.unwrap_or(0)).unwrap_or(0));
        }
        Some(Token::Word(name, number))
    }

    fn number(&mut self) -> Option<i32> {
        let is_negative =
            self.rest.first() == Some(&b'-') && self.rest.get(1).is_some_and(u8::is_ascii_digit);
        if is_negative {
            self.take(1);
        }
        let digits = self.take_while(10, |byte| byte.is_ascii_digit());
        let number: i64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
        i32::try_from(if is_negative { -number } else { number }).ok()
    }

    fn symbol(&mut self) -> Option<Token<'a>> {
        let [symbol] = self.take(1) else { return None };
        if *symbol != b'\'' {
            return Some(Token::Symbol(*symbol));
        }
        let digits = self.take_while(2, |byte| byte.is_ascii_hexdigit());
        let digits = std::str::from_utf8(digits).unwrap_or_default();
        Some(u8::from_str_radix(digits, 16).map_or(Token::Symbol(b'\''), Token::Hex))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            match self.rest.first()? {
                b'{' => {
                    self.take(1);
                    return Some(Token::Open);
                }
                b'}' => {
                    self.take(1);
                    return Some(Token::Close);
                }
                b'\\' => {
                    self.take(1);
                    return self.control();
                }
                // line ends belong to the file, not to the text
                b'\r' | b'\n' | 0 => {
                    self.take(1);
                }
                _ => {
                    let is_plain = |byte| !matches!(byte, b'{' | b'}' | b'\\' | b'\r' | b'\n' | 0);
                    return Some(Token::Plain(self.take_while(usize::MAX, is_plain)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_numbers_symbols_and_raw_bytes() {
        let rtf = b"{\\b0 x\\par\r\ny\\u-3913?\\'e4\\~\\bin3 }{\\z\\*\\'zz\\big99999999999 }\\";
        let found: Vec<Token> = Tokens::new(rtf).collect();
        let expected = [
            Token::Open,
            Token::Word("b", Some(0)),
            Token::Plain(b"x"),
            Token::Word("par", None),
            Token::Plain(b"y"),
            Token::Word("u", Some(-3913)),
            Token::Plain(b"?"),
            Token::Hex(0xe4),
            Token::Symbol(b'~'),
            Token::Word("bin", Some(3)),
            Token::Word("z", None),
            Token::Symbol(b'*'),
            Token::Symbol(b'\''),
            Token::Plain(b"zz"),
            Token::Word("big", None),
            Token::Plain(b"9 "),
            Token::Close,
        ];
        // `\bin3` swallows `}{\`, so that `z` stands alone
        let mut expected = expected.to_vec();
        expected[10] = Token::Plain(b"z");
        assert_eq!(found, expected);
    }

    proptest! {
        #[test]
        fn any_bytes_end(bytes: Vec<u8>) {
            prop_assert!(Tokens::new(&bytes).count() <= bytes.len());
        }
    }
}
