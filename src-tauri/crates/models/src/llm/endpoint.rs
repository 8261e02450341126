//! Where a language model answers, and what may be asked of it. Checks addresses; opens nothing.

use crate::{Error, Result};
use std::fmt;
use std::net::IpAddr;
use ureq::http::Uri;
use zeroize::Zeroizing;

/// A key to a server: never shown, wiped when it is dropped.
#[derive(Clone)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// Takes the text over.
    pub fn new(text: String) -> Self {
        Self(Zeroizing::new(text))
    }

    /// The text, for the one header that needs it.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Secret(redacted)")
    }
}

/// A model on a server.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// What comes before `/chat/completions`, such as `http://localhost:11434/v1`.
    pub base_url: String,
    /// The server's name for the model.
    pub model: String,
    /// Sent as a bearer token where there is one.
    pub api_key: Option<Secret>,
    /// Tokens that prompt and answer may have together.
    pub context_tokens: u32,
    /// Requests at the same time; 0 counts as 1.
    pub max_concurrency: u8,
    /// Longest that one request may take, from connecting to the last byte.
    pub timeout_ms: u64,
}

impl Endpoint {
    /// Whether requests stay on this machine, by the address as written: `localhost`, `127.0.0.0/8`
    /// or `::1`.
    pub fn is_loopback(&self) -> bool {
        self.base_url.trim().parse::<Uri>().is_ok_and(|uri| is_loopback(&uri))
    }

    /// The address to post to.
    pub(super) fn url(&self) -> Result<Uri> {
        let wrong = |reason| Error::BadEndpoint { reason };
        let base = self.base_url.trim().trim_end_matches('/');
        let uri: Uri = format!("{base}/chat/completions")
            .parse()
            .map_err(|_| wrong("its address cannot be read"))?;
        let authority = uri.authority().filter(|authority| !authority.host().is_empty());
        let authority = authority.ok_or(wrong("its address names no server"))?;
        if authority.as_str().contains('@') {
            return Err(wrong("a key belongs into its own field, not into the address"));
        }
        if uri.query().is_some() || base.contains('#') {
            return Err(wrong("its address must end with a path"));
        }
        match uri.scheme_str() {
            Some("https") => {}
            Some("http") if self.api_key.is_none() || is_loopback(&uri) => {}
            Some("http") => return Err(wrong("a key is not sent over plain http to another host")),
            _ => return Err(wrong("its address begins with neither http:// nor https://")),
        }
        if self.model.trim().is_empty() {
            return Err(wrong("it names no model"));
        }
        if self.timeout_ms == 0 || self.context_tokens == 0 {
            return Err(wrong("its limits leave no room"));
        }
        Ok(uri)
    }
}

fn is_loopback(uri: &Uri) -> bool {
    let host = uri.host().unwrap_or_default().trim_end_matches('.');
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(base_url: &str, key: Option<&str>) -> Endpoint {
        Endpoint {
            base_url: base_url.to_owned(),
            model: "m".to_owned(),
            api_key: key.map(|key| Secret::new(key.to_owned())),
            context_tokens: 4096,
            max_concurrency: 1,
            timeout_ms: 1000,
        }
    }

    #[test]
    fn loopback_is_this_machine_alone() {
        for (url, expected) in [
            ("http://localhost:11434/v1", true),
            ("http://LOCALHOST/v1/", true),
            ("https://127.0.0.1", true),
            ("http://127.8.9.1:80/x", true),
            ("http://[::1]:8080/v1", true),
            ("http://localhost.example.org/v1", false),
            ("http://127.0.0.1.example.org/v1", false),
            ("http://192.168.0.2/v1", false),
            ("http://0.0.0.0/v1", false),
            ("https://api.example.org/v1", false),
            ("http://localhost@example.org/v1", false),
            ("", false),
        ] {
            assert_eq!(endpoint(url, None).is_loopback(), expected, "{url}");
        }
    }

    #[test]
    fn addresses_are_checked_before_anything_is_sent() {
        let check = |url: &str, key: Option<&str>, expected: Option<&str>| {
            let found = endpoint(url, key).url().map(|url| url.to_string());
            assert_eq!(found.ok().as_deref(), expected, "{url}");
        };
        check("http://localhost/v1/", Some("k"), Some("http://localhost/v1/chat/completions"));
        check("https://a.example/v1", Some("k"), Some("https://a.example/v1/chat/completions"));
        check("http://10.0.0.2:80", None, Some("http://10.0.0.2:80/chat/completions"));
        check("http://10.0.0.2", Some("k"), None);
        for url in ["", "a.example/v1", "ftp://a.example", "http://", "http://k@a.example/v1"] {
            check(url, None, None);
        }
        check("http://a.example/v1?key=1", None, None);
        check("http://a.example/v1#x", None, None);
        check("http://a exa/v1", None, None);
        let mut nameless = endpoint("http://localhost", None);
        nameless.model.clear();
        assert!(nameless.url().is_err());
    }

    #[test]
    fn keys_are_not_shown() {
        let shown = format!("{:?}", endpoint("http://localhost", Some("sk-4711")));
        assert!(!shown.contains("4711") && shown.contains("redacted"), "{shown}");
    }
}
