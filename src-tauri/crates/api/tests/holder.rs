//! The holder of a vault and those who ask it: locked and unlocked under them, two on one profile, and
//! many at once.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use api::{
    Caller, Config, Host, Link, Token, Who,
    types::{ErrorCode, LockState, Problem},
};
use engine::KdfParams;
use serde_json::{Value, json};
use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

const PASSPHRASE: &str = "correct horse battery staple";

fn host(home: &Path) -> Arc<Host> {
    let mut config = Config::from_env().unwrap();
    config.home = home.to_owned();
    // no models: nothing here is about them
    config.runtime = home.join("no-runtime");
    config.kdf = KdfParams::FLOOR;
    Arc::new(Host::new(config))
}

fn config(home: &Path) -> Config {
    let mut config = Config::from_env().unwrap();
    config.home = home.to_owned();
    config
}

fn row(host: &Host, name: &str, ask: Value) -> Value {
    host.call(Caller::Window, name, ask).unwrap()
}

/// A vault with two pieces of knowledge, and the token of an agent that may do all.
fn vault(host: &Host) -> String {
    host.create(PASSPHRASE.to_owned()).unwrap();
    for (name, wing) in [("Marsh height", "environment"), ("Heron colony", "biology")] {
        let ask = json!({ "name": name, "kind": "concept", "wing": wing, "room": "general" });
        row(host, "node_add", ask);
    }
    let scope = json!({ "read": true, "propose": true, "wings": null });
    let paired = row(host, "agents_pair", json!({ "name": "Desk", "scope": scope }));
    paired["token"].as_str().unwrap().to_owned()
}

fn agent(home: &Path, token: &str) -> Result<Option<Link>, Problem> {
    let who = Who::Agent { token: token.to_owned(), client: "test".to_owned() };
    Link::connect(&config(home), who)
}

fn ask(link: &Link, name: &str, ask: Value) -> Result<Value, Problem> {
    link.call(name, ask, &|_| {})
}

#[test]
fn a_locked_vault_answers_that_it_is_locked_and_goes_on_once_it_is_not() {
    let home = tempfile::tempdir().unwrap();
    let host = host(home.path());
    let token = vault(&host);
    let serving = api::serve(&host).unwrap().expect("nobody else serves");
    host.lock().unwrap();
    let link = agent(home.path(), &token).unwrap().expect("it listens while it is locked");
    assert_eq!(link.state(), LockState::Locked);
    let locked = ask(&link, "status", json!({})).unwrap_err();
    assert_eq!(locked.code, ErrorCode::Locked);
    assert!(locked.hint.contains("Unlock it in the app"), "{}", locked.hint);
    let terminal = Link::connect(&config(home.path()), Who::Terminal).unwrap().unwrap();
    assert_eq!(terminal.state(), LockState::Locked);
    // no passphrase goes over the socket, right or wrong
    for name in ["vault_unlock", "vault_create", "vault_accept_loss"] {
        let refused = ask(&terminal, name, json!({ "passphrase": PASSPHRASE })).unwrap_err();
        assert_eq!(refused.code, ErrorCode::VaultInUse, "{name}");
    }
    assert!(host.is_locked());
    host.unlock(PASSPHRASE.to_owned()).unwrap();
    let status = ask(&link, "status", json!({})).unwrap();
    assert_eq!((&status["agent"], &status["nodes"]), (&json!("Desk"), &json!(2)));
    // agents' rows alone
    for name in
        ["documents_delete", "agents_pair", "agents_list", "vault_lock", "ingest", "node_add"]
    {
        let refused = ask(&link, name, json!({})).unwrap_err();
        assert_eq!(refused.code, ErrorCode::Usage, "{name}");
    }
    serving.close();
    assert!(agent(home.path(), &token).unwrap().is_none());
    // whoever was connected holds the vault no longer: nobody closes it when the program has ended
    assert_eq!(Arc::strong_count(&host), 1);
}

#[test]
fn a_lock_in_the_middle_of_calls_loses_nothing_that_was_answered() {
    let home = tempfile::tempdir().unwrap();
    let host = host(home.path());
    let token = vault(&host);
    let _serving = api::serve(&host).unwrap().unwrap();
    let waits = AtomicUsize::new(0);
    let locked = AtomicBool::new(false);
    thread::scope(|scope| {
        for thread in 0..8 {
            let (home, token, waits, locked) = (home.path(), &token, &waits, &locked);
            scope.spawn(move || {
                let link = agent(home, token).unwrap().unwrap();
                for n in 0.. {
                    let text = format!("Statement {n} of writer {thread}.");
                    match ask(&link, "remember", json!({ "text": text })) {
                        Ok(answer) => {
                            assert_eq!(answer["waits"], true, "{answer}");
                            waits.fetch_add(1, Ordering::SeqCst);
                        }
                        Err(problem) => {
                            assert_eq!(problem.code, ErrorCode::Locked, "{problem}");
                            assert!(locked.load(Ordering::SeqCst), "locked before its time");
                            return;
                        }
                    }
                }
            });
        }
        while waits.load(Ordering::SeqCst) < 20 {
            thread::yield_now();
        }
        locked.store(true, Ordering::SeqCst);
        host.lock().unwrap();
    });
    host.unlock(PASSPHRASE.to_owned()).unwrap();
    let list = row(&host, "agents_list", json!({}));
    let kept = list["proposals"].as_array().unwrap().len();
    assert_eq!(kept, waits.load(Ordering::SeqCst), "what was answered and what is there");
}

#[test]
fn two_on_one_profile_do_not_fight() {
    let home = tempfile::tempdir().unwrap();
    let (first, second) = (host(home.path()), host(home.path()));
    let token = vault(&first);
    let serving = api::serve(&first).unwrap().expect("nobody else serves");
    assert!(api::serve(&second).unwrap().is_none(), "two serve");
    let refused = second.unlock(PASSPHRASE.to_owned()).unwrap_err();
    assert_eq!(refused.code, ErrorCode::VaultInUse);
    let link = agent(home.path(), &token).unwrap().unwrap();
    ask(&link, "status", json!({})).unwrap();
    serving.close();
    first.lock().unwrap();
    let _serving = api::serve(&second).unwrap().expect("the first has ended");
    second.unlock(PASSPHRASE.to_owned()).unwrap();
    let link = agent(home.path(), &token).unwrap().unwrap();
    ask(&link, "status", json!({})).unwrap();
}

#[test]
fn many_at_once_are_answered_and_the_person_beside_them() {
    let home = tempfile::tempdir().unwrap();
    let host = host(home.path());
    let token = vault(&host);
    let serving = api::serve(&host).unwrap().unwrap();
    let (done, calls) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..32 {
            let (home, token, done, calls) = (home.path(), &token, &done, &calls);
            scope.spawn(move || {
                let link = agent(home, token).unwrap().unwrap();
                while !done.load(Ordering::SeqCst) {
                    ask(&link, "kg_query", json!({ "entity": "Marsh height" })).unwrap();
                    calls.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        // the window goes on, the terminal gets in
        for _ in 0..20 {
            row(&host, "palace_show", json!({ "wing": null, "room": null }));
            let terminal = Link::connect(&config(home.path()), Who::Terminal).unwrap().unwrap();
            ask(&terminal, "node_list", json!({})).unwrap();
            thread::sleep(Duration::from_millis(50));
        }
        let connected = row(&host, "agents_list", json!({}));
        assert_eq!(connected["agents"][0]["connected"].as_array().unwrap().len(), 32);
        done.store(true, Ordering::SeqCst);
    });
    assert!(calls.load(Ordering::SeqCst) > 32);
    drop(serving);
    assert_eq!(Arc::strong_count(&host), 1, "a connection outlives its end");
    // none of them kept the vault from locking by itself: no person called through them
    Token::parse(&token).unwrap();
}
