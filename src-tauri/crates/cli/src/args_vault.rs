//! The arguments of `loci vault`. Neither passphrases nor recovery codes are ever among them.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// `loci vault …`
#[derive(Subcommand)]
pub enum Vault {
    /// Make the profile's vault
    Create,
    /// Show its figures
    Info,
    /// Compare every record with what was last saved
    Verify {
        /// Open everything too, and compare every index with what it indexes
        #[arg(long)]
        deep: bool,
        /// Read documents anew from their originals where what was made of them does not fit
        #[arg(long, requires = "deep")]
        repair: bool,
    },
    /// Open it although it was rolled back, cut short or changed: what is there counts from then on,
    /// and this is audited
    AcceptLoss,
    /// Change the passphrase
    Passphrase(New),
    /// Make each try of the passphrase cost more; without figures, as much as for a new vault
    Cost {
        /// Memory of one try
        #[arg(long, value_name = "MIB")]
        memory_mib: Option<u32>,
        /// Passes over it
        #[arg(long, value_name = "N")]
        passes: Option<u32>,
    },
    /// Seal everything with a new key; goes on where it was stopped
    Rotate,
    /// Copy it to a folder: consistent, and only what is not there yet
    #[command(args_conflicts_with_subcommands = true)]
    Backup(Backup),
    /// Make the profile's vault of a backup
    Restore {
        /// The folder that backups were made to
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The backup of this commit; else the newest
        #[arg(long, value_name = "N")]
        commit: Option<u64>,
        /// Put the profile's present vault aside, under another name
        #[arg(long)]
        instead: bool,
    },
    /// Keep a second anchor in a folder elsewhere, best on another disk, so that a vault that was put
    /// back together with its own anchor is refused; without DIR, say what is kept
    Anchor {
        /// Where to
        #[arg(value_name = "DIR", conflicts_with = "off")]
        folder: Option<PathBuf>,
        /// Keep none
        #[arg(long)]
        off: bool,
    },
    /// Codes that open it when the passphrase is lost
    #[command(subcommand)]
    Recovery(Recovery),
    /// Let the system's keychain open it for whoever is logged in
    Keychain {
        /// Whether it may
        to: Switch,
    },
}

/// On, or off.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// From now on
    On,
    /// Not any more
    Off,
}

/// `loci vault backup …`
#[derive(Args)]
pub struct Backup {
    /// Something else than making one
    #[command(subcommand)]
    pub other: Option<BackupOther>,
    /// Where to; it must be there, best on another disk
    #[arg(value_name = "DIR", required = true)]
    pub folder: Option<PathBuf>,
    /// Keep so many, and let go of older ones; 0 keeps all
    #[arg(long, value_name = "N")]
    pub keep: Option<u32>,
}

/// `loci vault backup verify …`
#[derive(Subcommand)]
pub enum BackupOther {
    /// Compare a backup with its manifest, and open everything in it
    Verify {
        /// The folder that backups were made to
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The backup of this commit; else the newest
        #[arg(long, value_name = "N")]
        commit: Option<u64>,
    },
}

/// `loci vault recovery …`
#[derive(Subcommand)]
pub enum Recovery {
    /// Make one; it is shown once
    New,
    /// Show the names of those that there are
    List,
    /// Make one useless
    Revoke {
        /// Its name
        name: String,
    },
    /// Open the vault with one and set a new passphrase. It is read from --code-file,
    /// LOCI_RECOVERY_CODE or a prompt
    Use {
        /// Read the code from this file's first line
        #[arg(long, value_name = "F")]
        code_file: Option<PathBuf>,
        /// The new passphrase
        #[command(flatten)]
        new: New,
    },
}

/// Where a new passphrase comes from.
#[derive(Args)]
pub struct New {
    /// Read the new passphrase from this file's first line; else from LOCI_NEW_PASSPHRASE or a prompt
    #[arg(long, value_name = "F")]
    pub new_passphrase_file: Option<PathBuf>,
}
