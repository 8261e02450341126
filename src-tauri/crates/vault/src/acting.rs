//! Who is at work on this thread: set by whoever takes a request, put on record by every commit that
//! the request leads to, so that nobody in between can forget it.

use std::cell::RefCell;

/// Who acts, by what way in, and why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Actor {
    /// The owner, an agent, or the program itself.
    pub who: String,
    /// Window, terminal, socket.
    pub via: String,
    /// As given with the request; empty where none was.
    pub reason: String,
}

thread_local! {
    static ACTING: RefCell<Option<Actor>> = const { RefCell::new(None) };
}

/// Puts back who acted before, however the work ends.
struct Before(Option<Actor>);

impl Drop for Before {
    fn drop(&mut self) {
        ACTING.set(self.0.take());
    }
}

/// Does something in the name of `actor`.
pub fn acting<T>(actor: Actor, run: impl FnOnce() -> T) -> T {
    let _before = Before(ACTING.replace(Some(actor)));
    run()
}

/// Who acts on this thread; nobody where the program does something by itself.
pub fn actor() -> Option<Actor> {
    ACTING.with_borrow(Clone::clone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acting_nests_and_ends_with_a_panic_too() {
        let one = |who: &str| Actor { who: who.to_owned(), ..Actor::default() };
        let who = || actor().map(|actor| actor.who);
        assert_eq!(who(), None);
        acting(one("a"), || {
            assert_eq!(who().as_deref(), Some("a"));
            let torn = std::panic::catch_unwind(|| acting(one("b"), || panic!("torn")));
            assert!(torn.is_err());
            assert_eq!(who().as_deref(), Some("a"));
        });
        assert_eq!(who(), None);
    }
}
