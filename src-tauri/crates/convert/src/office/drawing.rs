//! Charts and diagrams (DrawingML) as captions, tables and lists, and the paragraphs of drawn text.
//! Numbers are those the file keeps beside the chart; the workbook behind it is never opened.

use super::words::{linked, one_line, picture, push_escaped, raised};
use super::{Grid, Label, Manuscript, Node, Package, Relations, math};
use crate::Result;
use crate::tally::{Part, Tally};
use std::collections::{HashMap, HashSet};

/// Largest chart that is written as a table, in points; a bigger one is a picture, not a table.
const POINTS: usize = 20_000;
/// Deepest level of a diagram.
const DEPTH: usize = 9;

/// The charts and diagrams that a part refers to, by their names.
#[derive(Debug, Default)]
pub(crate) struct Drawings {
    parts: HashMap<String, Node>,
}

impl Drawings {
    /// Reads them all.
    ///
    /// # Errors
    /// Those of [`Package::parse`].
    pub(crate) fn read(package: &mut Package, relations: &Relations) -> Result<Self> {
        let mut drawings = Self::default();
        for kind in ["chart", "diagramData"] {
            for name in relations.parts_of_kind(kind) {
                if let Some(part) = package.parse(name)? {
                    drawings.parts.insert(name.to_owned(), part);
                }
            }
        }
        Ok(drawings)
    }

    /// Counts the words of all.
    pub(crate) fn count_all(&self, tally: &mut Tally) {
        self.parts.keys().for_each(|name| self.count(name, tally));
    }

    /// Counts the words of one.
    pub(crate) fn count(&self, name: &str, tally: &mut Tally) {
        if let Some(part) = self.parts.get(name) {
            let mut keys = Vec::new();
            ["cat", "xVal"].iter().for_each(|name| descendants(part, name, &mut keys));
            let first = keys.first().map(|first| points(first));
            tally.node(part, &|node| match node.name.as_str() {
                // every series has its own copy of what the axis says
                "cat" | "xVal"
                    if keys.first().is_some_and(|first| !std::ptr::eq(*first, node))
                        && first.as_ref() == Some(&points(node)) =>
                {
                    Part::LeftOut
                }
                "t" if node.child("p").is_none() => Part::Letters,
                // numbers and labels that the chart keeps
                "v" => Part::Letters,
                // formulas in LaTeX; what points to the workbook or only draws
                "oMath" | "f" | "extLst" | "formatCode" | "Fallback" => Part::LeftOut,
                "r" | "fld" => Part::Inside,
                _ => Part::Apart,
            });
        }
    }

    /// Writes one; nothing where there is no such part.
    ///
    /// # Errors
    /// `TooLarge`.
    pub(crate) fn write(&self, name: &str, manuscript: &mut Manuscript) -> Result<()> {
        match self.parts.get(name) {
            Some(part) if part.name == "chartSpace" => chart(part, manuscript),
            Some(part) if part.name == "dataModel" => diagram(part, manuscript),
            _ => Ok(()),
        }
    }
}

/// The words of a drawn paragraph (`a:p`), escaped.
pub(crate) fn words(paragraph: &Node, relations: &Relations) -> String {
    let mut text = String::new();
    push_words(paragraph, relations, &mut text);
    text
}

fn push_words(node: &Node, relations: &Relations, into: &mut String) {
    for child in node.nodes() {
        match child.name.as_str() {
            "r" | "fld" => push_run(child, relations, into),
            "br" => into.push('\n'),
            "oMath" => {
                let formula = math::latex(child);
                if !formula.is_empty() {
                    into.push_str(&format!("${formula}$"));
                }
            }
            "pPr" | "rPr" | "endParaRPr" | "Fallback" => {}
            _ => push_words(child, relations, into),
        }
    }
}

fn push_run(run: &Node, relations: &Relations, into: &mut String) {
    let letters = run.child("t").map(Node::text).unwrap_or_default();
    let properties = run.child("rPr");
    let baseline = properties.and_then(|run| run.attribute("baseline")?.parse::<i64>().ok());
    if let Some(raised) = raised(&letters).filter(|_| baseline.is_some_and(|line| line > 0)) {
        return into.push_str(&raised);
    }
    let id = properties.and_then(|run| run.child("hlinkClick")?.attribute("id"));
    let address = id.and_then(|id| relations.link(id));
    if address.is_none() {
        return push_escaped(into, &letters);
    }
    let mut words = String::new();
    push_escaped(&mut words, &letters);
    into.push_str(&linked(&words, address));
}

/// The words that describe a shape (`cNvPr`, `docPr`).
pub(crate) fn described(properties: &Node) -> Option<String> {
    ["descr", "title"].into_iter().filter_map(|name| properties.attribute(name)).find_map(picture)
}

/// All descendants of that name, outermost only.
fn descendants<'a>(node: &'a Node, name: &str, found: &mut Vec<&'a Node>) {
    for child in node.nodes() {
        if child.name == name {
            found.push(child);
        } else {
            descendants(child, name, found);
        }
    }
}

fn chart(part: &Node, manuscript: &mut Manuscript) -> Result<()> {
    let Some(chart) = part.child("chart") else { return Ok(()) };
    if let Some(title) = chart.child("title") {
        manuscript.caption(&one_line(&title_words(title)))?;
    }
    let mut series = Vec::new();
    descendants(chart, "ser", &mut series);
    let columns: Vec<Series> = series.into_iter().map(Series::read).collect();
    let points = columns.iter().map(|column| column.points()).max().unwrap_or(0);
    if points == 0 || points.saturating_mul(columns.len()) > POINTS {
        return Ok(());
    }
    let mut axes = Vec::new();
    for axis in ["catAx", "dateAx"] {
        descendants(chart, axis, &mut axes);
    }
    descendants(chart, "valAx", &mut axes);
    let titles = axes.iter().filter_map(|axis| axis.child("title")).map(title_words);
    let titles: Vec<String> = titles.filter(|title| !title.trim().is_empty()).collect();
    let mut grid = Grid::default();
    grid.row();
    grid.cell(&titles.join(" / "), 1);
    columns.iter().for_each(|column| grid.cell(&column.name, 1));
    for at in 0..points {
        let key =
            columns.iter().find_map(|column| column.keys.get(at).filter(|key| !key.is_empty()));
        grid.row();
        grid.cell(key.map_or("", String::as_str), 1);
        columns.iter().for_each(|column| {
            grid.cell(column.values.get(at).map_or("", String::as_str), 1);
        });
    }
    manuscript.table(&grid)
}

/// One series of a chart.
struct Series {
    name: String,
    keys: Vec<String>,
    values: Vec<String>,
}

impl Series {
    fn read(node: &Node) -> Self {
        let column = |names: [&str; 2]| {
            let data = names.into_iter().find_map(|name| node.child(name));
            data.map(points).unwrap_or_default()
        };
        Self {
            name: node.child("tx").map(|name| points(name).join(" ")).unwrap_or_default(),
            keys: column(["cat", "xVal"]),
            values: column(["val", "yVal"]),
        }
    }

    fn points(&self) -> usize {
        self.values.len().max(self.keys.len())
    }
}

/// The points kept beside a chart, by their index; several levels of categories joined.
fn points(data: &Node) -> Vec<String> {
    let mut found = Vec::new();
    descendants(data, "pt", &mut found);
    let mut points: Vec<String> = Vec::new();
    for point in found {
        let at = point.attribute("idx").and_then(|at| at.parse::<usize>().ok());
        let Some(at) = at.filter(|at| *at < POINTS) else { continue };
        if points.len() <= at {
            points.resize(at + 1, String::new());
        }
        let mut words = String::new();
        push_escaped(&mut words, point.child("v").map(Node::text).unwrap_or_default().trim());
        if let Some(place) = points.get_mut(at) {
            let is_first = place.is_empty();
            *place = if is_first { words } else { format!("{words} {place}") };
        }
    }
    if points.is_empty()
        && let Some(value) = data.child("v")
    {
        points.push(one_line(&value.text()));
    }
    points
}

fn title_words(title: &Node) -> String {
    let mut paragraphs = Vec::new();
    let Some(text) = title.child("tx") else { return String::new() };
    descendants(text, "p", &mut paragraphs);
    let none = Relations::default();
    match paragraphs.as_slice() {
        [] => points(text).join(" "),
        _ => paragraphs.iter().map(|node| words(node, &none)).collect::<Vec<_>>().join(" "),
    }
}

/// The points of a diagram as a list, nested as they are connected.
fn diagram(part: &Node, manuscript: &mut Manuscript) -> Result<()> {
    let nodes = |list: &str| part.child(list).into_iter().flat_map(Node::nodes);
    let mut children: HashMap<&str, Vec<(u64, &str)>> = HashMap::new();
    for connection in nodes("cxnLst") {
        let is_part = connection.attribute("type").is_none_or(|kind| kind == "parOf");
        let ends = (connection.attribute("srcId"), connection.attribute("destId"));
        if let (true, (Some(from), Some(to))) = (is_part, ends) {
            let order = connection.attribute("srcOrd").and_then(|order| order.parse().ok());
            children.entry(from).or_default().push((order.unwrap_or(0), to));
        }
    }
    let points: HashMap<&str, &Node> =
        nodes("ptLst").filter_map(|point| Some((point.attribute("modelId")?, point))).collect();
    let root = nodes("ptLst").find(|point| point.attribute("type") == Some("doc"));
    let Some(root) = root.and_then(|root| root.attribute("modelId")) else { return Ok(()) };
    let mut seen = HashSet::from([root]);
    let mut coming = vec![(root, 0)];
    manuscript.end_list();
    while let Some((id, depth)) = coming.pop() {
        if depth > 0
            && let Some(words) = points.get(id).map(|point| point_words(point))
        {
            manuscript.item(depth - 1, &Label::Bullet, &words)?;
        }
        let mut below = children.get(id).cloned().unwrap_or_default();
        below.sort_unstable_by(|one, other| other.cmp(one));
        for (_, to) in below {
            if seen.insert(to) {
                coming.push((to, (depth + 1).min(DEPTH)));
            }
        }
    }
    manuscript.end_list();
    Ok(())
}

fn point_words(point: &Node) -> String {
    let none = Relations::default();
    let paragraphs = point.child("t").into_iter().flat_map(Node::nodes);
    let paragraphs = paragraphs.filter(|node| node.name == "p").map(|node| words(node, &none));
    one_line(&paragraphs.collect::<Vec<_>>().join(" "))
}
