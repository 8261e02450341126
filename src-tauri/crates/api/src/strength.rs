//! Whether a passphrase may be chosen: by zxcvbn's estimate of how many guesses it withstands, never by
//! rules of our own about signs and lengths.

use types::{ErrorCode, Problem, Strength};
use zxcvbn::Score;

/// Characters that are looked at: the estimate's time grows with their number.
const LOOKED_AT: usize = 100;

/// How well it would stand up to guessing.
pub fn strength(passphrase: &str) -> Strength {
    let looked_at: String = passphrase.chars().take(LOOKED_AT).collect();
    let estimate = zxcvbn::zxcvbn(&looked_at, &["loci"]);
    let warning = estimate.feedback().and_then(|feedback| feedback.warning());
    let said = match estimate.score() {
        _ if passphrase.is_empty() => {
            "Five or more unrelated words are easy to keep and hard to guess."
        }
        Score::Zero | Score::One => "Too easy to guess. Add unrelated words.",
        Score::Two => "Fair. A few more unrelated words would make it strong.",
        Score::Three => "Good.",
        _ => "Strong, unless it is a saying or a line that others know.",
    };
    let words = warning.map_or_else(|| said.to_owned(), |warning| format!("{said} {warning}"));
    let score = u8::from(estimate.score());
    Strength { score, acceptable: score >= 2, words }
}

/// Refuses what a million guesses would find.
pub fn check(passphrase: &str) -> Result<(), Problem> {
    let strength = strength(passphrase);
    if strength.acceptable || passphrase.is_empty() {
        return Ok(()); // the vault says what it thinks of an empty one
    }
    let message =
        "That passphrase would be guessed in less than a million tries. Nothing was changed.";
    Err(Problem::new(ErrorCode::BadPassphrase, message, strength.words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_guessed_at_once_is_refused() {
        for (passphrase, good) in [
            ("x", false),
            ("aaaaaaaaaaaaaaaa", false),
            ("password1", false),
            ("12345678", false),
            ("qwertyuiop", false),
            ("loci", false),
            ("seven quiet lamps beside", true),
            ("correct horse battery staple", true),
            ("golden pässphrase", true),
            ("七つの静かなランプ", true),
            ("gT7#q!vP2z", true),
        ] {
            assert_eq!(strength(passphrase).acceptable, good, "{passphrase}");
            assert_eq!(check(passphrase).is_ok(), good, "{passphrase}");
        }
        assert!(check(&"ab ".repeat(100_000)).is_err() || strength("ab ab").score > 0);
        assert!(check("").is_ok(), "told as empty elsewhere");
    }
}
