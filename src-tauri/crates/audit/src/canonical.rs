//! JSON in one form alone (RFC 8785), so that what is signed can be read by anything and checked byte
//! by byte.

use crate::error::{Error, Result};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256 as Hash};
use types::Sha256;

/// The canonical bytes of a value.
pub fn canonical<T: Serialize>(value: &T) -> Result<Vec<u8>> {
    serde_json_canonicalizer::to_vec(value)
        .map_err(|_| Error::unsound("it cannot be written as JSON"))
}

/// SHA-256 of bytes.
pub fn sha256(bytes: &[u8]) -> Sha256 {
    Sha256::from_bytes(Hash::digest(bytes).into())
}

/// A value whose bytes are canonical: nothing else is taken.
pub(crate) fn read(bytes: &[u8]) -> Result<Value> {
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|error| Error::unsound(format!("it is no whole JSON ({error})")))?;
    if canonical(&value)? != bytes {
        return Err(Error::unsound("its JSON is not in canonical form: a byte was changed"));
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_form_of_the_standard() {
        // RFC 8785, section 3.2.2 and 3.2.3
        let given = "{\"numbers\":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],\
            \"string\":\"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\",\
            \"literals\":[null,true,false]}";
        let expected = "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],\
            \"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}";
        let value: Value = serde_json::from_str(given).unwrap();
        assert_eq!(String::from_utf8(canonical(&value).unwrap()).unwrap(), expected);
        let given = "{\"\\u20ac\":\"Euro Sign\",\"\\r\":\"Carriage Return\",\
            \"\\ufb33\":\"Hebrew Letter Dalet With Dagesh\",\"1\":\"One\",\
            \"\\ud83d\\ude00\":\"Emoji: Grinning Face\",\"\\u0080\":\"Control\",\
            \"\\u00f6\":\"Latin Small Letter O With Diaeresis\"}";
        let value: Value = serde_json::from_str(given).unwrap();
        let written = String::from_utf8(canonical(&value).unwrap()).unwrap();
        let order = ["Carriage", "One", "Control", "Latin", "Euro", "Emoji", "Hebrew"];
        let places: Vec<usize> = order.iter().map(|name| written.find(name).unwrap()).collect();
        assert!(places.is_sorted(), "{written}");
    }

    #[test]
    fn another_form_of_the_same_is_not_taken() {
        assert!(read(b"{\"a\":1,\"b\":[]}").is_ok());
        for other in [
            &b"{\"b\":[],\"a\":1}"[..],
            b"{\"a\":1, \"b\":[]}",
            b"{\"a\":1,\"a\":1,\"b\":[]}",
            b"{\"a\":1.0,\"b\":[]}",
            b"{\"a\":1,\"b\":[]}\n",
            b"{\"a\":1,\"b\":[",
        ] {
            assert!(read(other).is_err(), "{}", String::from_utf8_lossy(other));
        }
    }
}
