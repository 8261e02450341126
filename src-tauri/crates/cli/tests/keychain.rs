//! The system's keychain, a real one on a bus of its own: it opens the vault without a passphrase until it
//! is turned off or the passphrase changes, and nothing is lost where there is none.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod common;

use common::{Loci, PASSPHRASE, ran};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, Command, Stdio},
};

const BUS: &str = r#"<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>
<policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
</busconfig>"#;

/// A bus, and what was started on it; all of it ends with the test.
struct Session {
    address: String,
    started: Vec<Child>,
}

impl Session {
    fn new(loci: &Loci) -> Self {
        // by its usual configuration it would start a keychain of the system's own accord
        let config = loci.folder.path().join("bus.conf");
        std::fs::write(&config, BUS).unwrap();
        let mut bus = Command::new("dbus-daemon")
            .args(["--nofork", "--print-address", "--config-file"])
            .arg(config)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let address = BufReader::new(bus.stdout.take().unwrap()).lines().next().unwrap().unwrap();
        Self { address, started: vec![bus] }
    }

    /// GNOME's keychain, its own collection made and unlocked by a password, as a login does.
    fn start_keychain(&mut self, loci: &Loci) {
        let home = loci.folder.path().join("keyring");
        std::fs::create_dir_all(&home).unwrap();
        let mut keychain = Command::new("gnome-keyring-daemon")
            .args(["--unlock", "--foreground", "--components=secrets"])
            .args(["--control-directory".as_ref(), home.as_os_str()])
            .env("DBUS_SESSION_BUS_ADDRESS", &self.address)
            .envs(["HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"].map(|name| (name, &home)))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        keychain.stdin.take().unwrap().write_all(b"login").unwrap();
        self.started.push(keychain);
    }

    /// A command on this bus, without a passphrase.
    fn command(&self, loci: &Loci, args: &[&str]) -> Command {
        let mut command = loci.command(args);
        command.env("DBUS_SESSION_BUS_ADDRESS", &self.address).env_remove("LOCI_PASSPHRASE");
        command
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        for child in self.started.iter_mut().rev() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
}

#[test]
fn the_keychain_opens_the_vault_as_long_as_it_may() {
    let loci = Loci::with_vault();
    let mut session = Session::new(&loci);
    let given = |session: &Session, args: &[&str], passphrase: &str| {
        ran(session.command(&loci, args).env("LOCI_PASSPHRASE", passphrase).output().unwrap())
    };
    let on = ["vault", "keychain", "on"];
    // nobody answers on this bus: nothing is changed
    assert_eq!(given(&session, &on, PASSPHRASE).error(3), "locked");
    let recovery = given(&session, &["vault", "recovery", "list"], PASSPHRASE).ok().json();
    assert_eq!(recovery["keychain"], false);

    session.start_keychain(&loci);
    let began = std::time::Instant::now();
    let turned_on = loop {
        let turned_on = given(&session, &on, PASSPHRASE);
        // it takes a moment to come up
        if turned_on.code == 0 || began.elapsed().as_secs() > 30 {
            break turned_on;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    };
    assert_eq!(turned_on.ok().json()["keychain"], true);
    assert_eq!(given(&session, &on, "another passphrase").error(3), "wrong_passphrase");
    let open = || ran(session.command(&loci, &["documents", "list"]).output().unwrap());
    open().ok();

    // another passphrase: what the keychain keeps opens nothing any more
    let change = || {
        let mut command = session.command(&loci, &["vault", "passphrase"]);
        command
            .env("LOCI_PASSPHRASE", PASSPHRASE)
            .env("LOCI_NEW_PASSPHRASE", "nine blue herons on ice");
        ran(command.output().unwrap())
    };
    change().ok();
    assert_ne!(open().code, 0);
    let passphrase = "nine blue herons on ice";
    given(&session, &on, passphrase).ok();
    open().ok();
    let off = given(&session, &["vault", "keychain", "off"], passphrase).ok().json();
    assert_eq!(off["keychain"], false);
    assert_ne!(open().code, 0);

    // on record, and the keychain is empty again
    let told = given(&session, &["audit", "list", "--json"], passphrase);
    let told = if told.code == 0 { told } else { given(&session, &["audit", "list"], passphrase) };
    let told = told.ok().stdout;
    assert!(told.contains("keychain on") && told.contains("keychain off"), "{told}");
    // a vault that was put elsewhere and its keychain's code: the program says that it keeps nothing
    given(&session, &on, passphrase).ok();
    drop(session);
    let alone = Session::new(&loci);
    let left = ran(alone.command(&loci, &["documents", "list"]).output().unwrap());
    assert_ne!(left.code, 0);
    assert!(left.stderr.contains("passphrase") || left.stdout.contains("passphrase"));
    given(&alone, &["documents", "list"], passphrase).ok();
}
