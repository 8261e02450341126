//! The conversion worker as a program of its own, for the tests; the app starts itself instead. It
//! recognises no text: that takes a model, and `engine` brings the two together.

fn main() -> std::process::ExitCode {
    convert::worker_main(|_| None)
}
