//! Signing: passphrases that are tried here earn the same wait as at the door.

use crate::Host;
use engine::Passphrase;
use types::{
    Problem, SignRequest, SignatureView, SignerAddRequest, SignerList, SignerPassphraseRequest,
};

fn given(passphrase: String) -> Result<Passphrase, Problem> {
    Passphrase::new(passphrase).map_err(|error| engine::Error::from(error).problem())
}

impl Host {
    pub(crate) fn add_signer(&self, mut ask: SignerAddRequest) -> Result<SignerList, Problem> {
        let own = given(std::mem::take(&mut ask.passphrase))?;
        let signing = std::mem::take(&mut ask.signing_passphrase);
        crate::strength::check(&signing)?;
        let palace = self.palace()?;
        self.trying(signing, |signing| palace.add_signer(&ask, &own, signing))
    }

    pub(crate) fn change_signer(
        &self,
        mut ask: SignerPassphraseRequest,
    ) -> Result<SignerList, Problem> {
        let new = std::mem::take(&mut ask.new_passphrase);
        crate::strength::check(&new)?;
        let new = given(new)?;
        let palace = self.palace()?;
        self.trying(std::mem::take(&mut ask.signing_passphrase), |signing| {
            palace.change_signer_passphrase(&ask, signing, &new)
        })
    }

    pub(crate) fn sign(&self, mut ask: SignRequest) -> Result<SignatureView, Problem> {
        let own = ask.passphrase.take().map(given).transpose()?;
        let palace = self.palace()?;
        self.trying(std::mem::take(&mut ask.signing_passphrase), |signing| {
            palace.sign(&ask, own.as_ref(), signing)
        })
    }
}
