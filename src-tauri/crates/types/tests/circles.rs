//! No circle of files in any crate: what a file takes from others is read off the paths that it
//! writes, and a file may not take from one that, directly or over others, takes from it.
//!
//! Declaring `mod x;` takes nothing, a crate's root takes part in no circle, and a name that was
//! re-exported counts as the file that it is from. Code that only tests see is left out. What an
//! `impl` block adds to a type of another file is seen where it is written, not where it is called.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// The names that lead from a crate's root to a module, or to an item.
type Names = Vec<String>;

/// For every file what it takes from which other one.
type Edges = BTreeMap<Names, BTreeMap<Names, BTreeSet<String>>>;

/// What a module says of itself and of others.
#[derive(Default)]
struct Module {
    /// Whether it is a file of its own.
    is_file: bool,
    /// The items that it defines outside of macros.
    defined: BTreeSet<String>,
    /// Its imports by the names that they get here.
    imported: BTreeMap<String, Names>,
    /// The modules of which it imports everything.
    globs: Vec<Names>,
    /// Every path that it writes, its imports first among them.
    paths: Vec<Names>,
}

/// What a path leads to.
enum Place {
    Module(Names),
    /// An item, and the module that defines it.
    Item(Names),
}

/// The modules of one crate.
#[derive(Default)]
struct Modules(BTreeMap<Names, Module>);

impl Modules {
    /// Reads a crate from its root on. `source` gives the text of the file of a module.
    fn read(source: &dyn Fn(&[String]) -> String) -> Self {
        let mut modules = Self::default();
        modules.file(Vec::new(), source);
        modules
    }

    fn file(&mut self, at: Names, source: &dyn Fn(&[String]) -> String) {
        let tokens: TokenStream = source(&at).parse().unwrap_or_else(|error| {
            panic!("{}: {error}", at.join("::"));
        });
        self.module(&at).is_file = true;
        self.body(&at, tokens, source);
    }

    /// Reads what stands in a module.
    fn body(&mut self, at: &Names, tokens: TokenStream, source: &dyn Fn(&[String]) -> String) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        self.module(at).defined = tokens.windows(2).filter_map(defined).collect();
        self.tokens(at, &tokens, source);
    }

    fn tokens(&mut self, at: &Names, tokens: &[TokenTree], source: &dyn Fn(&[String]) -> String) {
        let mut rest = tokens;
        while let Some(first) = rest.first() {
            if is_of_tests(rest) {
                rest = after_item(rest);
            } else if colons(rest) {
                // goes on from a type, or begins outside of the crate
                rest = path(&rest[2..]).1;
            } else if let TokenTree::Group(group) = first {
                self.tokens(at, &group.stream().into_iter().collect::<Vec<_>>(), source);
                rest = &rest[1..];
            } else if let TokenTree::Ident(word) = first {
                rest = self.word(at, &word.to_string(), rest, source);
            } else {
                rest = &rest[1..];
            }
        }
    }

    /// Takes in what begins with a word, and returns what comes after it.
    fn word<'a>(
        &mut self,
        at: &Names,
        word: &str,
        tokens: &'a [TokenTree],
        source: &dyn Fn(&[String]) -> String,
    ) -> &'a [TokenTree] {
        let name = match tokens.get(1) {
            Some(TokenTree::Ident(name)) => name.to_string(),
            _ => String::new(),
        };
        match word {
            "use" => {
                let end = tokens.iter().position(|token| is(token, ';')).unwrap_or(tokens.len());
                self.import(at, &[], &tokens[1..end]);
                return &tokens[end..];
            }
            "mod" => {
                let mut inner = at.clone();
                inner.push(name);
                match tokens.get(2) {
                    Some(TokenTree::Group(group)) => self.body(&inner, group.stream(), source),
                    _ => self.file(inner, source),
                }
                return &tokens[3..];
            }
            _ => {}
        }
        let (path, rest) = path(tokens);
        self.module(at).paths.extend((path.len() > 1).then_some(path));
        rest
    }

    /// Takes in one tree of imports.
    fn import(&mut self, at: &Names, before: &[String], tree: &[TokenTree]) {
        for branch in tree.split(|token| is(token, ',')).filter(|branch| !branch.is_empty()) {
            let outside = colons(branch);
            let (more, rest) = path(if outside { &branch[2..] } else { branch });
            let mut names = [before, &more].concat();
            let rest = if colons(rest) { &rest[2..] } else { rest };
            match rest.first() {
                _ if outside => {}
                Some(TokenTree::Group(group)) => {
                    self.import(at, &names, &group.stream().into_iter().collect::<Vec<_>>());
                }
                Some(token) if is(token, '*') => {
                    self.module(at).globs.push(names.clone());
                    names.push("*".to_owned());
                    self.module(at).paths.push(names);
                }
                renamed => {
                    if names.len() > 1 && names.last().is_some_and(|last| last == "self") {
                        names.pop();
                    }
                    let last = rest.get(1).filter(|_| renamed.is_some()).map(ToString::to_string);
                    let last = last.or_else(|| names.last().cloned()).unwrap_or_default();
                    self.module(at).imported.insert(last, names.clone());
                    self.module(at).paths.push(names);
                }
            }
        }
    }

    fn module(&mut self, at: &Names) -> &mut Module {
        self.0.entry(at.clone()).or_default()
    }

    /// What a path leads to that is written in the module `at`; none for what is of another crate.
    /// `steps` bounds how many imports lead on to further ones.
    fn place(&self, at: &[String], path: &[String], steps: u32) -> Option<Place> {
        let (first, mut rest) = path.split_first()?;
        let mut place = match first.as_str() {
            "crate" => Place::Module(Vec::new()),
            "self" => Place::Module(at.to_owned()),
            "super" => Place::Module(at.split_last()?.1.to_owned()),
            name => self.named(at, name, steps)?,
        };
        while let (Place::Module(module), Some((name, more))) = (&place, rest.split_first()) {
            place = match name.as_str() {
                "super" => Place::Module(module.split_last()?.1.to_owned()),
                "*" => Place::Item(module.clone()),
                // what a macro makes stands where the macro is called
                name => match self.named(module, name, steps) {
                    None if self.0.get(module)?.imported.contains_key(name) => return None,
                    place => place.unwrap_or_else(|| Place::Item(module.clone())),
                },
            };
            rest = more;
        }
        Some(place)
    }

    /// What a name means in a module.
    fn named(&self, at: &[String], name: &str, steps: u32) -> Option<Place> {
        let module = self.0.get(at)?;
        let inner = [at, &[name.to_owned()]].concat();
        if self.0.contains_key(&inner) {
            return Some(Place::Module(inner));
        }
        if module.defined.contains(name) {
            return Some(Place::Item(at.to_owned()));
        }
        let steps = steps.checked_sub(1)?;
        if let Some(path) = module.imported.get(name) {
            return self.place(at, path, steps);
        }
        module.globs.iter().find_map(|glob| match self.place(at, glob, steps)? {
            Place::Module(other) if other != at => self.named(&other, name, steps),
            _ => None,
        })
    }

    /// The file that holds a module.
    fn file_of(&self, module: &[String]) -> Names {
        let all = (0..=module.len()).rev().map(|length| &module[..length]);
        let mut files = all.filter(|at| self.0.get(*at).is_some_and(|module| module.is_file));
        files.next().unwrap_or_default().to_owned()
    }

    /// What each file takes from which other one. A module that is only named gives nothing yet.
    fn edges(&self) -> Edges {
        let mut edges = Edges::new();
        for (at, module) in &self.0 {
            for path in &module.paths {
                let Some(Place::Item(other)) = self.place(at, path, 8) else { continue };
                let (from, to) = (self.file_of(at), self.file_of(&other));
                if from != to && !from.is_empty() && !to.is_empty() {
                    let taken = edges.entry(from).or_default().entry(to).or_default();
                    taken.insert(path.join("::"));
                }
            }
        }
        edges
    }
}

/// The item that two tokens begin to define.
fn defined(tokens: &[TokenTree]) -> Option<String> {
    const ITEMS: [&str; 8] = ["fn", "struct", "enum", "union", "trait", "type", "const", "static"];
    match tokens {
        [TokenTree::Ident(kind), TokenTree::Ident(name)] => {
            ITEMS.contains(&kind.to_string().as_str()).then(|| name.to_string())
        }
        _ => None,
    }
}

/// Whether a token is this mark.
fn is(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

/// Whether tokens begin with `::`.
fn colons(tokens: &[TokenTree]) -> bool {
    tokens.len() > 1 && tokens[..2].iter().all(|token| is(token, ':'))
}

/// The names with `::` between them at the beginning, and what comes after them.
fn path(tokens: &[TokenTree]) -> (Names, &[TokenTree]) {
    let (mut names, mut rest) = (Names::new(), tokens);
    while let Some(TokenTree::Ident(name)) = rest.first() {
        names.push(name.to_string());
        rest = &rest[1..];
        match rest.get(2) {
            Some(TokenTree::Ident(_)) if colons(rest) => rest = &rest[2..],
            _ => break,
        }
    }
    (names, rest)
}

/// Whether tokens begin with `#[cfg(test)]`.
fn is_of_tests(tokens: &[TokenTree]) -> bool {
    match tokens {
        [mark, TokenTree::Group(group), ..] if is(mark, '#') => {
            group.stream().to_string().replace(' ', "") == "cfg(test)"
        }
        _ => false,
    }
}

/// What comes after the item at the beginning, which ends with its braces or a semicolon.
fn after_item(tokens: &[TokenTree]) -> &[TokenTree] {
    let is_end = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        token => is(token, ';'),
    };
    let end = tokens.iter().position(is_end).map_or(tokens.len(), |end| end + 1);
    &tokens[end..]
}

/// The files that a file takes from, over others too.
fn reach<'a>(edges: &'a Edges, from: &'a Names) -> BTreeSet<&'a Names> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(next) = waiting.pop() {
        for to in edges.get(next).into_iter().flat_map(BTreeMap::keys) {
            if reached.insert(to) {
                waiting.push(to);
            }
        }
    }
    reached
}

/// Every largest set of files that all take from each other, and what they take.
fn circles(edges: &Edges) -> Vec<String> {
    let reached: BTreeMap<&Names, BTreeSet<&Names>> =
        edges.keys().map(|file| (file, reach(edges, file))).collect();
    let mut all = BTreeSet::new();
    for (file, from) in &reached {
        let back = |other: &&Names| reached.get(*other).is_some_and(|reach| reach.contains(file));
        let circle: BTreeSet<&Names> = from.iter().copied().filter(back).collect();
        if !circle.is_empty() {
            all.insert(circle);
        }
    }
    let show = |circle: BTreeSet<&Names>| {
        let files: Vec<String> = circle.iter().map(|file| file.join("::")).collect();
        let mut text = format!("circle of {}", files.join(", "));
        for (from, to) in circle.iter().filter_map(|file| edges.get_key_value(*file)) {
            for (to, paths) in to.iter().filter(|(to, _)| circle.contains(to)) {
                let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
                let (from, to, paths) = (from.join("::"), to.join("::"), paths.join(", "));
                text += &format!("\n      {from} -> {to}: {paths}");
            }
        }
        text
    };
    all.into_iter().map(show).collect()
}

/// The circles of a crate that lies in a folder.
fn circles_in(sources: &Path) -> Vec<String> {
    let read = |names: &[String]| {
        let at = names.iter().fold(sources.to_owned(), |path, name| path.join(name));
        let of_root = [at.join("lib.rs"), at.join("main.rs")];
        let of_module = [at.with_extension("rs"), at.join("mod.rs")];
        let files = if names.is_empty() { of_root } else { of_module };
        let file = files.iter().find(|file| file.exists());
        let file = file.unwrap_or_else(|| panic!("no file for {}", at.display()));
        fs::read_to_string(file).unwrap()
    };
    let edges = Modules::read(&read).edges();
    circles(&edges)
}

#[test]
fn no_circle_of_files() {
    let shell = Path::new(&std::env::var_os("CARGO_MANIFEST_DIR").unwrap()).join("../..");
    let crates = fs::read_dir(shell.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let mut faults = Vec::new();
    for folder in crates.chain([shell.clone()]) {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_else(|| "loci-app".to_owned());
        let circles = circles_in(&folder.join("src"));
        faults.extend(circles.into_iter().map(|circle| format!("{name}: {circle}")));
    }
    assert!(faults.is_empty(), "\n  {}\n", faults.join("\n  "));
}

/// The circles of a crate of these files.
fn check(files: &[(&str, &str)], expected: &[&str]) {
    let files: BTreeMap<&str, &str> = files.iter().copied().collect();
    let modules = Modules::read(&|names| files[names.join("::").as_str()].to_owned());
    assert_eq!(circles(&modules.edges()), expected);
}

#[test]
fn circles_are_found() {
    let root = ("", "mod a; mod b; mod c;");
    let empty = ("c", "");
    check(
        &[root, ("a", "use crate::b::{self, B};"), ("b", "struct B; use super::c::C;"), empty],
        &[],
    );
    check(
        &[
            root,
            ("a", "use crate::{b::{B as Other}, c}; struct A;"),
            ("b", "struct B; fn f() { let _ = vec![super::c::C]; }"),
            ("c", "struct C(crate::a::A);"),
        ],
        &["circle of a, b, c\n      a -> b: crate::b::B\n      b -> c: super::c::C\n      \
           c -> a: crate::a::A"],
    );
    check(
        &[
            root,
            ("a", "use crate::b; fn a() { b::b() }"),
            ("b", "use super::a::a; fn b() {}"),
            empty,
        ],
        &["circle of a, b\n      a -> b: b::b\n      b -> a: super::a::a"],
    );
}

#[test]
fn a_child_and_its_parent_are_a_circle() {
    let child = ("a::child", "use super::Shared; pub struct Child(Shared);");
    check(
        &[("", "mod a;"), ("a", "mod child; use child::Child; struct Shared;"), child],
        &["circle of a, a::child\n      a -> a::child: child::Child\n      \
           a::child -> a: super::Shared"],
    );
    check(&[("", "mod a;"), ("a", "mod child; struct Shared;"), child], &[]);
}

#[test]
fn a_name_counts_as_the_file_that_it_is_from() {
    let b = ("b", "pub struct B; fn f(_: crate::A) {}");
    check(
        &[("", "mod a; mod b; pub use a::A;"), ("a", "use crate::b::B; pub struct A;"), b],
        &["circle of a, b\n      a -> b: crate::b::B\n      b -> a: crate::A"],
    );
    check(
        &[("", "mod a; mod b; pub use a::*;"), ("a", "use crate::b::B; pub struct A;"), b],
        &["circle of a, b\n      a -> b: crate::b::B\n      b -> a: crate::A"],
    );
    check(&[("", "mod a; mod b; pub struct A;"), ("a", "use crate::b::B;"), b], &[]);
    let by_macro = ("a", "use crate::b::B; make! { A: \"words\" }");
    check(
        &[("", "mod a; mod b; pub use a::A;"), by_macro, b],
        &["circle of a, b\n      a -> b: crate::b::B\n      b -> a: crate::A"],
    );
    let through = ("a", "use crate::b::B; use other::A;");
    check(&[("", "mod a; mod b; pub use a::A;"), through, b], &[]);
}

#[test]
fn tests_comments_and_other_crates_make_no_circle() {
    check(
        &[
            ("", "mod a; mod b;"),
            ("a", "use crate::b::B; struct A;"),
            (
                "b",
                "//! See [`crate::a::A`].
                struct B; // crate::a::A
                const TEXT: &str = \"crate::a::A\";
                use other::a::A;
                #[cfg(test)] use crate::a::A as T;
                #[cfg(test)] mod tests { use crate::a::A; }
                #[cfg(test)] mod more;",
            ),
        ],
        &[],
    );
}
