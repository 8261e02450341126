"""A logind for tests on the bus at argv[1]: gives out a delay, says that the machine is about to sleep,
and that it woke once the delay was given back; who asks for a session hears another one locked, then its
own. Tells each step on standard output."""
import os
import sys

from gi.repository import Gio, GLib

INTERFACE = """<node><interface name="org.freedesktop.login1.Manager">
<method name="Inhibit"><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="h" direction="out"/></method>
<method name="GetSession"><arg type="s" direction="in"/><arg type="o" direction="out"/></method>
<signal name="PrepareForSleep"><arg type="b"/></signal></interface></node>"""
PLACE = "/org/freedesktop/login1"


def say(words):
    print(words, flush=True)


def prepare(bus, sleeps):
    told = GLib.Variant("(b)", (sleeps,))
    bus.emit_signal(None, PLACE, "org.freedesktop.login1.Manager", "PrepareForSleep", told)


def lock(bus, session):
    bus.emit_signal(None, session, "org.freedesktop.login1.Session", "Lock", None)


def called(bus, sender, path, interface, method, parameters, invocation):
    if method == "GetSession":
        invocation.return_value(GLib.Variant("(o)", (PLACE + "/session/_31",)))
        GLib.timeout_add(100, lambda: lock(bus, PLACE + "/session/_32"))
        GLib.timeout_add(200, lambda: lock(bus, PLACE + "/session/_31"))
        return
    what, who, _why, mode = parameters.unpack()
    ours, theirs = os.pipe()
    invocation.return_value_with_unix_fd_list(
        GLib.Variant("(h)", (0,)), Gio.UnixFDList.new_from_array([theirs]))
    say(f"held: {what} {who} {mode}")

    def given_back(_source, _condition):
        say("given back")
        os.close(ours)
        prepare(bus, False)
        return False

    # nobody writes: it hangs up when the last copy of the other end is closed
    GLib.io_add_watch(ours, GLib.PRIORITY_DEFAULT, GLib.IO_HUP, given_back)
    GLib.timeout_add(100, lambda: prepare(bus, True))


bus = Gio.DBusConnection.new_for_address_sync(
    sys.argv[1],
    Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
    | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
bus.register_object(PLACE, Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0], called, None, None)
Gio.bus_own_name_on_connection(
    bus, "org.freedesktop.login1", Gio.BusNameOwnerFlags.NONE, lambda *_: say("ready"), None)
GLib.MainLoop().run()
