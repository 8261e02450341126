//! The Model Context Protocol's server on standard input and output: tools, resources and prompts over
//! agents' rows of the one table. It holds no logic: what may be seen is decided where the vault is, and
//! it never asks for a passphrase.

mod door;
mod prompts;
mod resources;
mod server;
mod tools;

pub use crate::door::Door;
use crate::server::Server;
use rmcp::ServiceExt;
use std::{io, sync::Arc};

/// Speaks until standard input ends.
pub fn run(door: Door) -> io::Result<()> {
    let door = Arc::new(door);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let spoken = runtime.block_on(async {
        let server = Server::new(Arc::clone(&door));
        let running = server.serve(rmcp::transport::stdio()).await.map_err(io::Error::other)?;
        running.waiting().await.map_err(io::Error::other)?;
        Ok(())
    });
    // a call that still runs ends by itself
    runtime.shutdown_background();
    door.close();
    spoken
}
