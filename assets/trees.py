"""How grown trees are written down, for the scripts that grow them and for `convert/src/trees.rs`."""


def write(out, model, names, threshold):
    """The names of the features, the threshold, then a tree a line: its nodes, `|`, its leaves."""

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

    print(" ".join(names), file=out)
    print(f"{threshold:.3f}", file=out)
    for tree in model.dump_model()["tree_info"]:
        nodes, leaves = [], []
        walk(tree["tree_structure"], nodes, leaves)
        print(" ".join(nodes), "|", " ".join(f"{leaf:.4f}" for leaf in leaves), file=out)


def write_pair(path, first, second):
    """Both sets, each a model with its names and its threshold, an empty line between them."""
    with open(path, "w", encoding="utf-8") as out:
        print("# Grown by train.py; see there.", file=out)
        write(out, *first)
        print(file=out)
        write(out, *second)
