//! Web addresses: RFC 3986, its syntax-based and scheme-based normalisation (6.2.2, 6.2.3). What it
//! leads to is not asked.

/// Longest that is read.
const LONGEST_BYTES: usize = 4_096;

/// The canonical form of an address of the web; `None` for what is none.
pub(super) fn url(text: &str) -> Option<String> {
    let text = text.trim().trim_start_matches('<').trim_end_matches('>');
    let (scheme, rest) = text.split_once("://").filter(|_| text.len() <= LONGEST_BYTES)?;
    let scheme = scheme.to_ascii_lowercase();
    let port = match scheme.as_str() {
        "http" => ":80",
        "https" => ":443",
        "ftp" => ":21",
        _ => return None,
    };
    let sound = |c: char| !c.is_whitespace() && !c.is_control() && !"<>\"{}|\\^`".contains(c);
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at_checked(end)?;
    let authority = authority.to_lowercase();
    let host = authority.strip_suffix(port).unwrap_or(&authority);
    if !rest.chars().all(sound) || host.is_empty() || !host.contains(char::is_alphanumeric) {
        return None;
    }
    let path = encoded(path);
    let path = if path.starts_with('/') { path } else { format!("/{path}") };
    Some(format!("{scheme}://{host}{path}"))
}

/// Percent-encoded letters that need not be as themselves, the others in capitals; without dot segments.
fn encoded(path: &str) -> String {
    let mut plain = String::with_capacity(path.len());
    let mut rest = path;
    while let Some(at) = rest.find('%') {
        let (before, code) = rest.split_at_checked(at).unwrap_or((rest, ""));
        plain.push_str(before);
        let byte = code.get(1..3).and_then(|code| u8::from_str_radix(code, 16).ok());
        match byte {
            Some(b) if b.is_ascii_alphanumeric() || b"-._~".contains(&b) => plain.push(b.into()),
            Some(b) => plain.push_str(&format!("%{b:02X}")),
            None => plain.push('%'),
        }
        rest = code.get(if byte.is_some() { 3 } else { 1 }..).unwrap_or_default();
    }
    plain.push_str(rest);
    let end = plain.find(['?', '#']).unwrap_or(plain.len());
    let (path, tail) = plain.split_at_checked(end).unwrap_or((&plain, ""));
    let mut kept: Vec<&str> = Vec::new();
    let last = path.rsplit('/').next();
    for segment in path.split('/') {
        match segment {
            "." => {}
            ".." => drop(kept.pop()),
            segment => kept.push(segment),
        }
    }
    if matches!(last, Some("." | "..")) {
        kept.push("");
    }
    format!("{}{tail}", kept.join("/"))
}
