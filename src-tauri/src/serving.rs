//! The socket for the terminal and for agents, served while the app runs, locked or not.

use api::Host;
use std::{sync::Arc, time::Duration};

/// How often what agents did is written down, and how often another app's end is looked for.
const SETTLE: Duration = Duration::from_secs(30);
const LOOK: Duration = Duration::from_secs(2);

/// Serves; where another app does on this profile, from when that one ends.
pub fn keep(host: &Arc<Host>) {
    let _serving = loop {
        match api::serve(host) {
            Ok(Some(serving)) => break serving,
            Ok(None) => tracing::info!("another program serves this profile"),
            Err(problem) => tracing::warn!(code = ?problem.code, "the socket is not served"),
        }
        std::thread::sleep(LOOK);
    };
    loop {
        std::thread::sleep(SETTLE);
        host.settle_agents();
    }
}
