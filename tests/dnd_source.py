#!/usr/bin/python3
"""A small window in the top right corner whose label drags the files of the command line.

Says `ready` once it is on the screen, `drag-failed` if nobody takes the drop, and ends with the drag.
"""
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

GIVE_UP_S = 30


def say(word):
    print(word, flush=True)


def main(paths):
    window = Gtk.Window(title="dnd-source", type=Gtk.WindowType.POPUP)
    window.set_default_size(200, 100)
    window.move(950, 0)
    handle = Gtk.EventBox()
    handle.add(Gtk.Label(label="drag me"))
    window.add(handle)
    handle.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
    handle.drag_source_add_uri_targets()
    uris = [GLib.filename_to_uri(path, None) for path in paths]
    handle.connect("drag-data-get", lambda _w, _c, data, _i, _t: data.set_uris(uris))
    handle.connect("drag-failed", lambda *_: say("drag-failed"))
    handle.connect("drag-end", lambda *_: Gtk.main_quit())
    window.connect("map-event", lambda *_: GLib.idle_add(say, "ready") and False)
    window.show_all()
    GLib.timeout_add_seconds(GIVE_UP_S, Gtk.main_quit)
    Gtk.main()


if __name__ == "__main__":
    main(sys.argv[1:])
