//! The conversion worker as a program of its own, for the tests; the app starts itself instead.

fn main() -> std::process::ExitCode {
    convert::worker_main()
}
