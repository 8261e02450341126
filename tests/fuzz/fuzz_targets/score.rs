//! The measures of `eval documents`: half of the bytes against the other half.

#![no_main]

use convert::score::score;

libfuzzer_sys::fuzz_target!(|texts: (&str, &str)| {
    let found = score(texts.0, texts.1);
    for tally in [found.text, found.order, found.titles, found.headings, found.cells] {
        assert!(tally.matched <= tally.expected.min(tally.got), "{found:?}");
    }
    assert!(found.order.matched <= found.text.matched, "{found:?}");
});
