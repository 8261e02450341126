//! Where the passphrase comes from: a file, the environment, or a prompt without echo.

use crate::args::Cli;
use api::types::{ErrorCode, Problem};
use std::io::IsTerminal;
use zeroize::Zeroizing;

/// The passphrase that opens a vault.
pub fn read(cli: &Cli) -> Result<String, Problem> {
    if let Some(passphrase) = without_asking(cli)? {
        return Ok(passphrase);
    }
    ask("Passphrase: ")
}

/// The passphrase for a new vault: asked for twice.
pub fn read_new(cli: &Cli) -> Result<String, Problem> {
    if let Some(passphrase) = without_asking(cli)? {
        return Ok(passphrase);
    }
    let passphrase = ask("New passphrase: ")?;
    if *Zeroizing::new(ask("The same again: ")?) != passphrase {
        let hint = "Try again; nothing was made.";
        return Err(Problem::new(ErrorCode::BadPassphrase, "The two are not the same.", hint));
    }
    Ok(passphrase)
}

/// The passphrase that was given with the command.
pub fn without_asking(cli: &Cli) -> Result<Option<String>, Problem> {
    if let Some(file) = &cli.passphrase_file {
        let text = std::fs::read_to_string(file).map_err(|error| {
            let message = format!("The passphrase file was not read ({}).", error.kind());
            Problem::new(ErrorCode::Usage, message, "Check --passphrase-file.")
        })?;
        let text = Zeroizing::new(text);
        return Ok(Some(text.lines().next().unwrap_or_default().to_owned()));
    }
    Ok(std::env::var("LOCI_PASSPHRASE").ok())
}

fn ask(prompt: &str) -> Result<String, Problem> {
    let no_terminal = || {
        let hint = "Use --passphrase-file or LOCI_PASSPHRASE.";
        Problem::new(ErrorCode::Locked, "There is no terminal to ask for the passphrase.", hint)
    };
    if !std::io::stdin().is_terminal() {
        return Err(no_terminal());
    }
    rpassword::prompt_password(prompt).map_err(|_| no_terminal())
}
