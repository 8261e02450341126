#!/usr/bin/env python3
"""Draws the Loci mark into src-tauri/icons: three nested doorways of a palace, a point of light in the last.
Standard library only, same bytes every time.
"""
import math
import struct
import zlib
from pathlib import Path

ICONS = Path(__file__).resolve().parent.parent / "src-tauri" / "icons"
DOORS = [(0.31, (72, 125, 160)), (0.215, (136, 180, 206)), (0.12, (246, 249, 250))]  # half width, colour
FLOOR, LIGHT = 0.80, ((0.5, 0.665), 0.052, (214, 150, 34))


def rounded_square(x, y):
    """Signed distance to the plate: negative inside. All lengths are shares of the icon's side."""
    half, radius = 0.47, 0.21
    dx, dy = abs(x - 0.5) - half + radius, abs(y - 0.5) - half + radius
    return math.hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - radius


def doorway(x, y, half):
    """Signed distance to a round arch of half width `half` that stands on the floor."""
    spring = FLOOR - 1.28 * half  # where the arch begins
    above = math.hypot(x - 0.5, y - spring) - half
    below = max(abs(x - 0.5) - half, y - FLOOR)
    return above if y < spring else below


def blend(under, over, distance, pixel):
    share = min(max(0.5 - distance / pixel, 0), 1)
    return tuple(u + (o - u) * share for u, o in zip(under, over))


def colour(x, y, pixel):
    plate = (30 + 16 * (1 - y), 70 + 26 * (1 - y), 100 + 30 * (1 - y), 255)
    rgba = blend((*plate[:3], 0), plate, rounded_square(x, y), pixel)
    opacity, rgb = rgba[3], rgba[:3]
    for half, tint in DOORS:
        rgb = blend(rgb, tint, doorway(x, y, half), pixel)
    (cx, cy), radius, tint = LIGHT
    rgb = blend(rgb, tint, math.hypot(x - cx, y - cy) - radius, pixel)
    return bytes(round(value) for value in (*rgb, opacity))


def png(side):
    rows = b"".join(
        b"\0" + b"".join(colour((x + 0.5) / side, (y + 0.5) / side, 1 / side) for x in range(side))
        for y in range(side)
    )

    def part(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + part(b"IHDR", header)
            + part(b"IDAT", zlib.compress(rows, 9)) + part(b"IEND", b""))


def ico(image):
    """Windows' container around one PNG of 256 points."""
    return struct.pack("<HHHBBBBHHII", 0, 1, 1, 0, 0, 0, 0, 1, 32, len(image), 22) + image


if __name__ == "__main__":
    for name, side in (("32x32", 32), ("128x128", 128), ("128x128@2x", 256), ("icon", 512)):
        (ICONS / f"{name}.png").write_bytes(png(side))
    (ICONS / "icon.ico").write_bytes(ico(png(256)))
