//! Where the passphrase comes from: a file, the environment, or a prompt without echo.

use crate::args::Cli;
use api::types::{ErrorCode, Problem};
use std::{io::IsTerminal, path::Path};
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
    ask_twice()
}

fn ask_twice() -> Result<String, Problem> {
    let passphrase = ask("New passphrase: ")?;
    if *Zeroizing::new(ask("The same again: ")?) != passphrase {
        let hint = "Try again; nothing was made.";
        return Err(Problem::new(ErrorCode::BadPassphrase, "The two are not the same.", hint));
    }
    Ok(passphrase)
}

/// The passphrase that comes in the place of another: from a file, from `LOCI_NEW_PASSPHRASE`, or asked
/// for twice.
pub fn read_next(file: Option<&Path>) -> Result<String, Problem> {
    if let Some(file) = file {
        return first_line(file, "The new passphrase", "--new-passphrase-file");
    }
    match std::env::var("LOCI_NEW_PASSPHRASE") {
        Ok(passphrase) => Ok(passphrase),
        Err(_) => ask_twice(),
    }
}

/// What a person signs with: from a file, from `LOCI_SIGNING_PASSPHRASE`, or asked for.
pub fn read_signing(file: Option<&Path>) -> Result<String, Problem> {
    if let Some(file) = file {
        return first_line(file, "The signing passphrase", "--signing-passphrase-file");
    }
    std::env::var("LOCI_SIGNING_PASSPHRASE").or_else(|_| ask("Signing passphrase: "))
}

/// A recovery code: from a file, from `LOCI_RECOVERY_CODE`, or asked for.
pub fn read_code(file: Option<&Path>) -> Result<String, Problem> {
    if let Some(file) = file {
        return first_line(file, "The recovery code", "--code-file");
    }
    std::env::var("LOCI_RECOVERY_CODE").or_else(|_| ask("Recovery code: "))
}

fn first_line(file: &Path, what: &str, option: &str) -> Result<String, Problem> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        let message = format!("{what} was not read from its file ({}).", error.kind());
        Problem::new(ErrorCode::Usage, message, format!("Check {option}."))
    })?;
    let text = Zeroizing::new(text);
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// The passphrase that was given with the command.
pub fn without_asking(cli: &Cli) -> Result<Option<String>, Problem> {
    if let Some(file) = &cli.passphrase_file {
        return first_line(file, "The passphrase", "--passphrase-file").map(Some);
    }
    Ok(std::env::var("LOCI_PASSPHRASE").ok())
}

fn ask(prompt: &str) -> Result<String, Problem> {
    let no_terminal = || {
        let hint = "Give it in a file or in the environment: `--help` names the options.";
        Problem::new(ErrorCode::Locked, "There is no terminal to ask for the passphrase.", hint)
    };
    if !std::io::stdin().is_terminal() {
        return Err(no_terminal());
    }
    rpassword::prompt_password(prompt).map_err(|_| no_terminal())
}
