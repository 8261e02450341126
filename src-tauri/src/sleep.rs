//! Hears from logind that the machine is about to sleep, and holds that off until the vault is locked: an
//! inhibitor of mode `delay` (freedesktop.org, *Inhibitor Locks*). What keeps the delay is a file
//! descriptor; it is given back by closing it, which starting the program anew does by itself.

use gio::{BusType, Cancellable, DBusCallFlags, DBusConnection, DBusSignalFlags, UnixFDList, glib};
use glib::{MainContext, MainLoop, Variant, VariantTy, prelude::ToVariant};
use std::cell::RefCell;

const LOGIN: &str = "org.freedesktop.login1";
const PLACE: &str = "/org/freedesktop/login1";
const MANAGER: &str = "org.freedesktop.login1.Manager";
const ANSWER_MS: i32 = 5_000;

/// The system's bus.
pub fn system_bus() -> Result<DBusConnection, glib::Error> {
    let bus = gio::bus_get_sync(BusType::System, None::<&Cancellable>)?;
    // a bus that goes away is no reason to end
    bus.set_exit_on_close(false);
    Ok(bus)
}

/// Runs `lock` each time before the machine sleeps, on this thread, for as long as the program runs.
pub fn before(bus: &DBusConnection, lock: impl Fn() + 'static) -> Result<(), glib::Error> {
    let context = MainContext::new();
    let run = || {
        let delay = RefCell::new(hold(bus));
        bus.signal_subscribe(
            Some(LOGIN),
            Some(MANAGER),
            Some("PrepareForSleep"),
            Some(PLACE),
            None,
            DBusSignalFlags::NONE,
            move |bus, _, _, _, _, told| match told.get() {
                Some((true,)) => {
                    lock();
                    drop(delay.take());
                }
                Some((false,)) => *delay.borrow_mut() = hold(bus),
                None => {}
            },
        );
        MainLoop::new(Some(&context), false).run();
    };
    context
        .with_thread_default(run)
        .map_err(|error| glib::Error::new(gio::IOErrorEnum::Failed, &error.to_string()))
}

/// Asks that sleep waits for us; the list holds what keeps it waiting. `None` where it will not.
fn hold(bus: &DBusConnection) -> Option<UnixFDList> {
    let request: Variant = ("sleep", "Loci", "The vault is locked first", "delay").to_variant();
    let answer = bus.call_with_unix_fd_list_sync(
        Some(LOGIN),
        PLACE,
        MANAGER,
        "Inhibit",
        Some(&request),
        VariantTy::new("(h)").ok(),
        DBusCallFlags::NONE,
        ANSWER_MS,
        None::<&UnixFDList>,
        None::<&Cancellable>,
    );
    match answer {
        Ok((_, held)) => Some(held),
        Err(error) => {
            tracing::debug!(%error, "sleep does not wait for the lock");
            None
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use gio::DBusConnectionFlags;
    use std::io::{BufRead, BufReader};
    use std::process::{Child, ChildStdout, Command, Stdio};
    use std::sync::mpsc;

    /// A child that ends with its test.
    pub struct Ended(Child);

    impl Drop for Ended {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    pub fn start(command: &mut Command) -> (Ended, std::io::Lines<BufReader<ChildStdout>>) {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("./setup --tests");
        let said = BufReader::new(child.stdout.take().unwrap()).lines();
        (Ended(child), said)
    }

    pub fn connected(address: &str) -> DBusConnection {
        let flags = DBusConnectionFlags::AUTHENTICATION_CLIENT
            | DBusConnectionFlags::MESSAGE_BUS_CONNECTION;
        let none = None::<&Cancellable>;
        DBusConnection::for_address_sync(address, flags, None, none).unwrap()
    }

    /// A bus of our own with a logind of our own on it, by the real protocol: sleep waits for the lock, the
    /// delay is given back after it, and asked for again when the machine wakes.
    #[test]
    fn sleep_waits_for_the_lock() {
        let (_daemon, mut said) =
            start(Command::new("dbus-daemon").args(["--session", "--nofork", "--print-address"]));
        let address = said.next().unwrap().unwrap();
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/login1.py");
        let (_logind, said) = start(Command::new("/usr/bin/python3").arg(script).arg(&address));
        let (tell, told) = mpsc::channel();
        let from_logind = tell.clone();
        std::thread::spawn(move || {
            for line in said.map_while(Result::ok) {
                // the test may have ended
                let _ = from_logind.send(line);
            }
        });
        let next = || told.recv_timeout(std::time::Duration::from_secs(30)).unwrap();
        assert_eq!(next(), "ready");
        std::thread::spawn(move || {
            before(&connected(&address), move || tell.send("locked".to_owned()).unwrap())
        });
        for _ in 0..2 {
            assert_eq!(next(), "held: sleep Loci delay");
            // our logind now says that the machine is about to sleep
            assert_eq!(next(), "locked");
            assert_eq!(next(), "given back");
        }
    }

    #[test]
    fn without_logind_nothing_is_held() {
        let (_daemon, mut said) =
            start(Command::new("dbus-daemon").args(["--session", "--nofork", "--print-address"]));
        let address = said.next().unwrap().unwrap();
        assert!(hold(&connected(&address)).is_none());
    }
}
