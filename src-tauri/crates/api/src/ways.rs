//! What changes the ways into an open vault, for which the passphrase is asked again: an unlocked screen
//! is not its owner.

use crate::{Host, strength};
use engine::{Palace, Passphrase};
use types::{PassphraseChangeRequest, Problem};

/// Does something with the open palace for who gives its passphrase. Wrong ones earn the same wait as at
/// the door.
pub(crate) fn proven<T>(
    host: &Host,
    passphrase: String,
    run: impl FnOnce(&Palace, &Passphrase) -> engine::Result<T>,
) -> Result<T, Problem> {
    let palace = host.palace()?;
    host.trying(passphrase, |given| run(&palace, given))
}

/// Another passphrase in the place of the one that opens the vault.
pub(crate) fn change_passphrase(
    host: &Host,
    request: PassphraseChangeRequest,
) -> Result<(), Problem> {
    strength::check(&request.new_passphrase)?;
    let new = Passphrase::new(request.new_passphrase)
        .map_err(|error| engine::Error::from(error).problem())?;
    proven(host, request.passphrase, |palace, given| palace.change_passphrase(given, &new))
}
