"""How grown trees are written down, for the scripts that grow them and for `convert/src/trees.rs`."""

import numpy



def lines_of(model):
    """A tree a line: its nodes, `|`, its leaves."""

    def walk(node, nodes, leaves):
        if "leaf_value" in node:
            leaves.append(node["leaf_value"])
            return -len(leaves)
        place = len(nodes)
        nodes.append(None)
        left = walk(node["left_child"], nodes, leaves)
        right = walk(node["right_child"], nodes, leaves)
        nodes[place] = f"{node['split_feature']} {node['threshold']:.5g} {left} {right}"
        return place

    lines = []
    for tree in model.dump_model()["tree_info"]:
        nodes, leaves = [], []
        walk(tree["tree_structure"], nodes, leaves)
        lines.append(f"{' '.join(nodes)} | {' '.join(f'{leaf:.4f}' for leaf in leaves)}")
    return lines


def write_pair(path, *sets):
    """Both sets, an empty line between them: names of the features, the threshold, the trees."""
    with open(path, "w", encoding="utf-8") as out:
        print("# Grown by train.py; see there.", file=out)
        written = ("\n".join([" ".join(names), f"{edge:.3f}", *lines]) for names, edge, lines in sets)
        print("\n\n".join(written), file=out)


def read_pair(path):
    """Both sets as `write_pair` has them."""
    with open(path, encoding="utf-8") as file:
        sets = [part.splitlines() for part in file.read().split("\n\n")]
    sets = [[line for line in lines if not line.startswith("#")] for lines in sets]
    return [(lines[0].split(), float(lines[1]), lines[2:]) for lines in sets]


def odds(lines, rows):
    """What trees that are written down say of each row, the threshold left aside."""
    total = numpy.zeros(len(rows))
    for line in lines:
        nodes, leaves = (numpy.array(part.split(), dtype=float) for part in line.split("|"))
        nodes = nodes.reshape(-1, 4)
        at = numpy.full(len(rows), 0 if len(nodes) else -1)
        while (at >= 0).any():
            open_ = numpy.nonzero(at >= 0)[0]
            feature, edge, left, right = nodes[at[open_]].T
            below = rows[open_, feature.astype(int)] <= edge
            at[open_] = numpy.where(below, left, right).astype(int)
        total += leaves[-at - 1]
    return total
