//! The worker's side: greet, load the PDF engine and what recognises text where that is asked for,
//! lock down, then serve requests until the parent closes the pipe. It never opens a file or a socket after the greeting, and keeps nothing between
//! documents. A panic ends the process; the parent sees a crash and starts another.

use crate::protocol::{self, REQUEST_BYTES, Reply, Request};
use crate::recognise::{Eyes, Prepare, RecogniserFiles};
use crate::{
    Error, Limits, Result, conversation, docx, epub, html, image, library, markdown, odt, pdf,
    pptx, render, sandbox, sniff, text, unpack,
};
use serde_bytes::ByteBuf;
use std::ffi::OsString;
use std::io::{self, StdinLock, StdoutLock};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::process::ExitCode;
use types::{ConvertedText, Format};

/// Room for the recursion of parsers on deeply nested documents.
const STACK_BYTES: usize = 128 << 20;

/// Most warnings that one document is worth.
const WARNINGS: usize = 100;

/// Runs the worker on standard input and output until the parent hangs up. `prepare` makes what
/// recognises text, where the parent asks for it.
pub fn worker_main(prepare: Prepare) -> ExitCode {
    match serve(prepare) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn serve(prepare: Prepare) -> io::Result<()> {
    let hello = protocol::receive(&mut io::stdin().lock(), REQUEST_BYTES)?;
    let Some(Request::Hello { pdfium, recogniser, limits }) = hello else {
        return Err(io::ErrorKind::InvalidData.into());
    };
    let path = |raw: ByteBuf| PathBuf::from(OsString::from_vec(raw.into_vec()));
    let pdfium = pdfium.map(path);
    let files = recogniser
        .map(|(library, model)| RecogniserFiles { library: path(library), model: path(model) });
    // files are read first; the recogniser's threads start below, under the limits
    let awaken = files.and_then(|files| prepare(&files));
    let mut engine = pdf::Engine::load(pdfium.as_deref());
    let mut notes = sandbox::limit_process(&limits);
    engine.eyes = awaken.and_then(|awaken| awaken()).map_or_else(Eyes::default, Eyes::open);
    let recognises = engine.eyes.see();
    // parsers recurse: they get a large stack, and the call filter closes once its thread is there
    let parse = move || {
        notes.extend(sandbox::limit_calls());
        let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
        protocol::send(&mut output, &Reply::Ready { notes, recognises })?;
        answer_all(&Room { engine, limits }, &mut input, &mut output)
    };
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(parse)?;
    thread.join().unwrap_or_else(|_| Err(io::Error::other("panicked")))
}

/// What every conversion may use.
struct Room {
    engine: pdf::Engine,
    limits: Limits,
}

fn answer_all(room: &Room, input: &mut StdinLock, output: &mut StdoutLock) -> io::Result<()> {
    while let Some(request) = protocol::receive(input, REQUEST_BYTES)? {
        let body = protocol::read_frame(input, room.limits.memory_bytes)?;
        let body = body.ok_or(io::ErrorKind::UnexpectedEof)?;
        let reply = match request {
            Request::Hello { .. } => return Err(io::ErrorKind::InvalidData.into()),
            Request::Convert { file_name } => {
                let eyes = &room.engine.eyes;
                eyes.rest(room.limits.recognised_pages);
                let converted = convert(&file_name, &body, Some(&room.engine), &room.limits);
                let reply = match converted {
                    Ok(mut converted) => {
                        converted.warnings.extend(unread(eyes));
                        Reply::Converted(Box::new(converted))
                    }
                    Err(error) => Reply::Refused(error),
                };
                match eyes.missed() {
                    pages if pages > 0 && !eyes.see() => {
                        Reply::Unseen { pages, otherwise: Box::new(reply) }
                    }
                    _ => reply,
                }
            }
            Request::Outline { file_name } => outline(&file_name, &body, room),
            Request::Library => library::read(&body, &room.limits)
                .map_or_else(Reply::Refused, |library| Reply::Library(Box::new(library))),
            Request::Unpack => {
                unpack::open(&body, &room.limits).map_or_else(Reply::Refused, Reply::Unpacked)
            }
            Request::Draw { page, width } => room
                .engine
                .draw(&body, page, width, &room.limits)
                .map_or_else(Reply::Refused, Reply::Drawn),
            Request::Render => Reply::Html(render::sanitised_html(&String::from_utf8_lossy(&body))),
        };
        drop(body);
        protocol::send_reply(output, &reply)?;
    }
    Ok(())
}

/// Says of a document whose pictures were looked at how many could not be.
fn unread(eyes: &Eyes) -> Option<String> {
    let missed = eyes.missed();
    let said = format!("{missed} pages are pictures whose text was not recognised");
    (eyes.see() && missed > 0).then_some(said)
}

fn outline(file_name: &str, bytes: &[u8], room: &Room) -> Reply {
    let unmarked = || {
        if sniff::format(file_name, bytes)? != Format::Pdf {
            return Err(Error::Empty);
        }
        room.engine.convert_unmarked(bytes, &room.limits)
    };
    match unmarked() {
        Ok((converted, entries)) => Reply::Outlined(Box::new(tidied(converted)), entries),
        Err(error) => Reply::Refused(error),
    }
}

/// Bytes to text, whatever they are.
pub(crate) fn convert(
    file_name: &str,
    bytes: &[u8],
    engine: Option<&pdf::Engine>,
    limits: &Limits,
) -> Result<ConvertedText> {
    convert_as(sniff::format(file_name, bytes)?, file_name, bytes, engine, limits)
}

/// Bytes that are said to be of `format` to text.
pub(crate) fn convert_as(
    format: Format,
    file_name: &str,
    bytes: &[u8],
    engine: Option<&pdf::Engine>,
    limits: &Limits,
) -> Result<ConvertedText> {
    let blind = Eyes::default();
    let converted = match format {
        Format::Markdown => conversation::transcript(markdown::convert(bytes, limits)?),
        Format::Conversation => conversation::convert(bytes, limits)?,
        Format::Csv => crate::delimited::convert(file_name, bytes, limits)?,
        Format::Spreadsheet => crate::spreadsheet::convert(bytes, limits)?,
        Format::Email => crate::email::convert(bytes, limits)?,
        Format::References => crate::references::convert(bytes, limits)?,
        Format::Rtf => crate::rtf::convert(bytes, limits)?,
        Format::Text => text::convert(bytes, limits)?,
        Format::Epub => epub::convert(bytes, limits)?,
        Format::Html => html::convert(bytes, limits)?,
        Format::Docx => docx::convert(bytes, limits)?,
        Format::Odt => odt::convert(bytes, limits)?,
        Format::Pptx => pptx::convert(bytes, limits)?,
        Format::Pdf => engine.ok_or(Error::PdfEngine)?.convert(bytes, limits)?,
        Format::Image => image::convert(bytes, limits, engine.map_or(&blind, |it| &it.eyes))?,
        other => {
            return Err(Error::Unsupported {
                looks_like: format!("a file of format {other}"),
                file_name: file_name.to_owned(),
            });
        }
    };
    if converted.text.trim().is_empty() {
        return Err(Error::Empty);
    }
    limits.check_text(converted.text.len())?;
    Ok(tidied(converted))
}

/// With title and warnings fit to be shown.
fn tidied(mut converted: ConvertedText) -> ConvertedText {
    converted.title = converted.title.as_deref().and_then(one_line);
    converted.reference = crate::references::tidied(converted.reference);
    converted.warnings =
        converted.warnings.iter().filter_map(|it| one_line(it)).take(WARNINGS).collect();
    converted
}

/// A title as one printable line of at most 300 characters.
fn one_line(title: &str) -> Option<String> {
    let words: Vec<&str> = title
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|w| !w.is_empty())
        .collect();
    let line: String = words.join(" ").chars().take(300).collect();
    (!line.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate;
    use proptest::prelude::*;

    const NAMES: [&str; 20] = [
        "a.png", "a.jpg", "a.tif", "a.txt", "a.md", "a.html", "a.docx", "a.pdf", "a", "a.csv",
        "a.tsv", "a.xlsx", "a.ods", "a.rtf", "a.eml", "a.bib", "a.ris", "a.json", "a.epub",
        "a.jsonl",
    ];

    fn check_any(name: &str, bytes: &[u8]) {
        let limits = Limits::default();
        if let Ok(converted) = convert(name, bytes, None, &limits) {
            assert_eq!(validate::check(&converted, &limits), Ok(()), "{name}: {converted:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn any_bytes_give_sound_text_or_an_error(name in 0..NAMES.len(), bytes: Vec<u8>) {
            check_any(NAMES[name], &bytes);
        }

        #[test]
        fn any_text_gives_sound_text_or_an_error(
            name in 0..NAMES.len(),
            text in "([a-z ]|[#*>`|_\\-=+<&;:.!\\[\\]()\"]|[0-9]|\\n|\\t|é|漢|<p>|<li>|</td>|---\\n){0,120}",
        ) {
            check_any(NAMES[name], text.as_bytes());
        }
    }
}
