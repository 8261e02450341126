//! The domain that a web address really leads to. It follows browsers where they and a careless reader
//! differ (user names, back slashes, look-alike full stops), and never asks the network.

use unicode_normalization::UnicodeNormalization;

/// Longest domain name (RFC 1035).
const DOMAIN_BYTES: usize = 253;
/// Longest label of one.
const LABEL_BYTES: usize = 63;

/// Host of a web address: lower case, without user, port, path, final dot and leading `www.`; letters
/// beyond ASCII in Punycode. `None` where it leads to no web server or the host is no host.
pub fn domain(url: &str) -> Option<String> {
    let plain: String =
        url.trim().chars().take(4_096).filter(|c| !matches!(c, '\t' | '\r' | '\n')).collect();
    let rest = after_scheme(&plain)?;
    let authority = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = match host.strip_prefix('[') {
        Some(v6) => return v6.split(']').next().filter(|v6| is_v6(v6)).map(str::to_lowercase),
        None => host.split(':').next().unwrap_or_default(),
    };
    let host = percent_decoded(host)?;
    // NFKC turns the look-alike full stops 。and ． into what a resolver takes them for.
    let host: String = host.replace('。', ".").nfkc().collect::<String>().to_lowercase();
    let host = host.strip_suffix('.').unwrap_or(&host);
    let labels: Option<Vec<String>> = host.split('.').map(label).collect();
    let host = labels?.join(".");
    let host = host.strip_prefix("www.").filter(|rest| rest.contains('.')).unwrap_or(&host);
    (!host.is_empty() && host.len() <= DOMAIN_BYTES).then(|| host.to_owned())
}

/// Whether a host is a number rather than a name.
pub fn is_number(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or_default();
    host.contains(':') || (!last.is_empty() && last.bytes().all(|b| b.is_ascii_digit()))
}

/// What follows `https://`, however many slashes there are; the whole where no scheme is written.
fn after_scheme(url: &str) -> Option<&str> {
    let slash = |c| c == '/' || c == '\\';
    let Some((scheme, rest)) = url.split_once(':') else {
        return Some(url.trim_start_matches(slash));
    };
    let named =
        ["http", "https", "ftp", "ftps"].iter().any(|name| scheme.eq_ignore_ascii_case(name));
    if named {
        return Some(rest.trim_start_matches(slash));
    }
    // `example.org:8080/x` and `user:word@example.org` have no scheme, `mailto:a@b` and `doi:10.1/2` do.
    let port = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let is_port = !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit());
    (scheme.contains('.') && (is_port || scheme.contains(['/', '@', '?', '#']))).then_some(url)
}

fn percent_decoded(host: &str) -> Option<String> {
    if !host.contains('%') {
        return Some(host.to_owned());
    }
    let mut bytes = Vec::with_capacity(host.len());
    let mut rest = host.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let high = char::from(rest.next()?).to_digit(16)?;
        let low = char::from(rest.next()?).to_digit(16)?;
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    String::from_utf8(bytes).ok()
}

fn label(label: &str) -> Option<String> {
    let ascii =
        if label.is_ascii() { label.to_owned() } else { format!("xn--{}", punycode(label)?) };
    let plain = ascii.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    let whole = !ascii.is_empty() && ascii.len() <= LABEL_BYTES;
    (plain && whole && !ascii.starts_with('-') && !ascii.ends_with('-')).then_some(ascii)
}

fn is_v6(host: &str) -> bool {
    host.contains(':') && host.bytes().all(|b| b.is_ascii_hexdigit() || matches!(b, b':' | b'.'))
}

/// RFC 3492, section 6.3. Letters, marks and digits only: a symbol is in no registered name.
fn punycode(label: &str) -> Option<String> {
    const BASE: u32 = 36;
    let mark = unicode_normalization::char::is_combining_mark;
    if label.chars().any(|c| !(c.is_alphanumeric() || c == '-' || mark(c))) {
        return None;
    }
    let mut out: String = label.chars().filter(char::is_ascii).collect();
    let basic = u32::try_from(out.len()).ok()?;
    let total = u32::try_from(label.chars().count()).ok()?;
    if basic > 0 {
        out.push('-');
    }
    let (mut next, mut delta, mut bias, mut done) = (128u32, 0u32, 72u32, basic);
    while done < total {
        let least = label.chars().map(u32::from).filter(|c| *c >= next).min()?;
        delta = delta.checked_add((least - next).checked_mul(done + 1)?)?;
        next = least;
        for c in label.chars().map(u32::from) {
            if c < next {
                delta = delta.checked_add(1)?;
            }
            if c != next {
                continue;
            }
            let (mut rest, mut k) = (delta, BASE);
            loop {
                let threshold = k.saturating_sub(bias).clamp(1, 26);
                if rest < threshold {
                    break;
                }
                out.push(digit(threshold + (rest - threshold) % (BASE - threshold))?);
                rest = (rest - threshold) / (BASE - threshold);
                k += BASE;
            }
            out.push(digit(rest)?);
            bias = adapt(delta, done + 1, done == basic);
            delta = 0;
            done += 1;
        }
        delta = delta.checked_add(1)?;
        next = next.checked_add(1)?;
    }
    Some(out)
}

fn digit(value: u32) -> Option<char> {
    let byte = if value < 26 {
        b'a' + u8::try_from(value).ok()?
    } else {
        b'0' + u8::try_from(value - 26).ok()?
    };
    Some(char::from(byte))
}

fn adapt(delta: u32, points: u32, first: bool) -> u32 {
    let mut delta = if first { delta / 700 } else { delta / 2 };
    delta += delta / points;
    let mut k = 0;
    while delta > 455 {
        delta /= 35;
        k += 36;
    }
    k + 36 * delta / (delta + 38)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_address_leads_where_a_browser_goes() {
        for (url, host) in [
            ("https://www.NIH.gov/a?b#c", Some("nih.gov")),
            ("https://nih.gov@evil.com/", Some("evil.com")),
            ("https://nih.gov:x@evil.com:8443/nih.gov", Some("evil.com")),
            ("http://evil.com\\@nih.gov/", Some("evil.com")),
            ("https:evil.com", Some("evil.com")),
            ("https:////evil.com/a", Some("evil.com")),
            ("https://evil.com#@nih.gov", Some("evil.com")),
            ("https://evil.com?@nih.gov", Some("evil.com")),
            ("ht\ntps://ni\th.gov", Some("nih.gov")),
            ("nih.gov", Some("nih.gov")),
            ("//nih.gov/x", Some("nih.gov")),
            ("example.org:8080/x", Some("example.org")),
            ("user@example.org:8080/x", Some("example.org")),
            ("nih.gov.", Some("nih.gov")),
            ("nih.gov..", None),
            ("https://.gov", None),
            ("https://nih%2egov/", Some("nih.gov")),
            ("https://nih%zzgov/", None),
            ("https://nih。gov/", Some("nih.gov")),
            ("https://ｎｉｈ.ｇｏｖ/", Some("nih.gov")),
            ("https://nіh.gov", Some("xn--nh-hoc.gov")),
            ("https://bücher.example", Some("xn--bcher-kva.example")),
            ("https://例え.jp", Some("xn--r8jz45g.jp")),
            ("https://☃.example", None),
            ("https://[2001:DB8::1]:80/x", Some("2001:db8::1")),
            ("https://192.168.0.1/x", Some("192.168.0.1")),
            ("https://www.com/", Some("www.com")),
            ("mailto:someone@nih.gov", None),
            ("doi:10.1000/nih.gov", None),
            ("file:///home/nih.gov", None),
            ("data:text/html,nih.gov", None),
            ("javascript:alert(1)//nih.gov", None),
            ("urn:isbn:9780306406157", None),
            ("https://a b.gov", None),
            ("https://-a.gov", None),
            ("", None),
            ("   ", None),
            ("https://", None),
        ] {
            assert_eq!(domain(url).as_deref(), host, "{url}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "\\PC{0,80}") {
            if let Some(host) = domain(&text) {
                prop_assert!(host.len() <= DOMAIN_BYTES && host.is_ascii());
            }
        }
    }
}
