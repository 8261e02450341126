#!/usr/bin/env bash
# Drags files out of a window of its own onto a point of the X display, the way a hand does.
# usage: dnd.sh X Y FILE…
set -euo pipefail
x=$1 y=$2
shift 2

# the distribution's Python: the one with GTK
exec 3< <(exec /usr/bin/python3 "$(dirname "$0")/dnd_source.py" "$@")
read -r -t 20 ready <&3 && [ "$ready" = ready ]

from_x=1050 from_y=50 steps=15
xdotool mousemove "$from_x" "$from_y" sleep 0.2 mousedown 1 sleep 0.2
for ((step = 1; step <= steps; step++)); do
  xdotool mousemove $((from_x + (x - from_x) * step / steps)) \
    $((from_y + (y - from_y) * step / steps)) sleep 0.06
done
# GTK asks the target for its consent as the pointer moves over it: give both time to talk
for ((step = 1; step <= 10; step++)); do
  xdotool mousemove $((x + step)) "$y" sleep 0.2
done
xdotool mouseup 1
# until the source says that the drag is over and goes
while read -r -t 20 word <&3; do
  [ "$word" != drag-failed ] || { echo "the drag failed" >&2; exit 1; }
done
