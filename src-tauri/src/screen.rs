//! Hears that the person's screen was locked: logind's `Lock` for their session (freedesktop.org,
//! *org.freedesktop.login1*), or the desktop's screen saver coming on, which some desktops lock by
//! (*org.freedesktop.ScreenSaver* and its desktops' own names).

use gio::{BusType, Cancellable, DBusCallFlags, DBusConnection, DBusSignalFlags, glib};
use glib::{MainContext, MainLoop, VariantTy, prelude::ToVariant, variant::ObjectPath};
use std::rc::Rc;

const LOGIN: &str = "org.freedesktop.login1";
const SAVERS: [&str; 4] = [
    "org.freedesktop.ScreenSaver",
    "org.gnome.ScreenSaver",
    "org.cinnamon.ScreenSaver",
    "org.mate.ScreenSaver",
];
const ANSWER_MS: i32 = 5_000;

/// The person's own bus.
pub fn session_bus() -> Result<DBusConnection, glib::Error> {
    let bus = gio::bus_get_sync(BusType::Session, None::<&Cancellable>)?;
    bus.set_exit_on_close(false);
    Ok(bus)
}

/// Runs `lock` each time the screen is locked, on this thread, for as long as the program runs. Either bus
/// may be missing.
pub fn when_locked(
    system: Option<&DBusConnection>,
    session: Option<&DBusConnection>,
    lock: impl Fn() + 'static,
) -> Result<(), glib::Error> {
    let context = MainContext::new();
    let lock = Rc::new(lock);
    let run = || {
        if let Some((bus, path)) = system.and_then(|bus| Some((bus, own_session(bus)?))) {
            let lock = Rc::clone(&lock);
            bus.signal_subscribe(
                Some(LOGIN),
                Some("org.freedesktop.login1.Session"),
                Some("Lock"),
                Some(path.as_str()),
                None,
                DBusSignalFlags::NONE,
                move |_, _, _, _, _, _| lock(),
            );
        }
        for (bus, saver) in session.iter().flat_map(|bus| SAVERS.map(|saver| (bus, saver))) {
            let lock = Rc::clone(&lock);
            bus.signal_subscribe(
                None,
                Some(saver),
                Some("ActiveChanged"),
                None,
                None,
                DBusSignalFlags::NONE,
                move |_, _, _, _, _, told| {
                    if told.get() == Some((true,)) {
                        lock();
                    }
                },
            );
        }
        MainLoop::new(Some(&context), false).run();
    };
    context
        .with_thread_default(run)
        .map_err(|error| glib::Error::new(gio::IOErrorEnum::Failed, &error.to_string()))
}

/// Where logind keeps the session that this program belongs to, or the person's one with a display.
fn own_session(bus: &DBusConnection) -> Option<ObjectPath> {
    let answer = bus.call_sync(
        Some(LOGIN),
        "/org/freedesktop/login1",
        "org.freedesktop.login1.Manager",
        "GetSession",
        Some(&("auto",).to_variant()),
        VariantTy::new("(o)").ok(),
        DBusCallFlags::NONE,
        ANSWER_MS,
        None::<&Cancellable>,
    );
    match answer {
        Ok(answer) => answer.get().map(|(path,): (ObjectPath,)| path),
        Err(error) => {
            tracing::debug!(%error, "logind does not know this session");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sleep::tests::{Ended, connected, start};
    use std::process::Command;
    use std::sync::mpsc;
    use std::time::Duration;

    /// A bus of our own with a logind and a screen saver of our own on it: our session's lock and the saver
    /// are heard, another person's session and the saver's going off are not.
    #[test]
    fn the_vault_is_locked_with_the_screen() {
        let (_daemon, mut said) =
            start(Command::new("dbus-daemon").args(["--session", "--nofork", "--print-address"]));
        let address = said.next().unwrap().unwrap();
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/login1.py");
        let (_logind, mut said): (Ended, _) =
            start(Command::new("/usr/bin/python3").arg(script).arg(&address));
        assert_eq!(said.next().unwrap().unwrap(), "ready");
        let (tell, told) = mpsc::channel();
        let watched = address.clone();
        std::thread::spawn(move || {
            let bus = connected(&watched);
            when_locked(Some(&bus), Some(&bus), move || tell.send(()).unwrap())
        });
        let heard = || told.recv_timeout(Duration::from_secs(30));
        // logind locks another session first, then ours: one of the two is heard
        heard().unwrap();
        let saver = connected(&address);
        for active in [false, true, false] {
            let told = Some((active,).to_variant());
            saver
                .emit_signal(
                    None,
                    "/saver",
                    "org.gnome.ScreenSaver",
                    "ActiveChanged",
                    told.as_ref(),
                )
                .unwrap();
        }
        saver.flush_sync(None::<&Cancellable>).unwrap();
        heard().unwrap();
        assert!(told.recv_timeout(Duration::from_millis(500)).is_err());
    }
}
