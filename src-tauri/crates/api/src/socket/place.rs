//! Where the socket lies, and who may have it: one process a profile, the person's own alone.

use crate::Config;
use rustix::process::geteuid;
use std::{
    ffi::OsString,
    fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError},
    io,
    os::{
        fd::AsRawFd,
        unix::{
            fs::{DirBuilderExt, FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt},
            net::{UnixListener, UnixStream},
        },
    },
    path::{Path, PathBuf},
};

/// Longest path that an address of a socket holds everywhere.
const ADDRESS_BYTES: usize = 100;

/// Folder and names of a profile's socket and its lock.
pub(crate) struct Place {
    folder: PathBuf,
    profile: String,
}

/// The right to serve a profile. Dropped, the socket is taken away.
pub(crate) struct Claim {
    place: Place,
    // given back last
    _lock: File,
}

impl Place {
    pub fn of(config: &Config) -> Self {
        let profile = config.profile.as_str().to_owned();
        Self { folder: config.home.join(".run"), profile }
    }

    fn name(&self, ending: &str) -> OsString {
        format!("{}.{ending}", self.profile).into()
    }

    fn socket(&self) -> PathBuf {
        self.folder.join(self.name("sock"))
    }

    /// Does something with a path to the socket that is short enough to be an address.
    fn with_address<T>(&self, run: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<T> {
        let path = self.socket();
        if path.as_os_str().len() <= ADDRESS_BYTES {
            return run(&path);
        }
        // the folder under a name that is short: our own open file
        let folder = File::open(&self.folder)?;
        let short = PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd()));
        run(&short.join(self.name("sock")))
    }

    /// Connects to whoever serves; `None` where nobody does.
    pub fn connect(&self) -> io::Result<Option<UnixStream>> {
        match self.with_address(|address| UnixStream::connect(address)) {
            Ok(stream) if is_own(&stream)? => Ok(Some(stream)),
            Ok(_) => Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is another user's")),
            Err(nobody)
                if matches!(
                    nobody.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused
                ) =>
            {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Takes the right to serve, and a new socket in place of a stale one. `None` where another
    /// process serves this profile.
    pub fn claim(self) -> io::Result<Option<(Claim, UnixListener)>> {
        make_private(&self.folder)?;
        let lock = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(self.folder.join(self.name("lock")))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let path = self.socket();
        match fs::symlink_metadata(&path) {
            // nobody holds the lock, so nobody listens there
            Ok(stale) if stale.file_type().is_socket() => fs::remove_file(&path)?,
            Ok(_) => return Err(io::Error::new(io::ErrorKind::AlreadyExists, "a file is there")),
            Err(none) if none.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        let listener = self.with_address(|address| UnixListener::bind(address))?;
        fs::set_permissions(&path, Permissions::from_mode(0o600))?;
        Ok(Some((Claim { place: self, _lock: lock }, listener)))
    }
}

impl Claim {
    /// The way in, for whoever is to wake the listener.
    pub fn connect(&self) -> io::Result<Option<UnixStream>> {
        self.place.connect()
    }

    /// Takes the socket away: nobody finds it from here on.
    pub fn withdraw(&self) {
        // it may be gone already
        let _ = fs::remove_file(self.place.socket());
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.withdraw();
    }
}

/// A folder of the person's own that nobody else may look into.
fn make_private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let found = fs::symlink_metadata(folder)?;
    if !found.is_dir() || found.uid() != geteuid().as_raw() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "its folder is not yours"));
    }
    fs::set_permissions(folder, Permissions::from_mode(0o700))
}

/// Whether the other end is a process of the same user, as the kernel says.
#[cfg(target_os = "linux")]
pub(crate) fn is_own(stream: &UnixStream) -> io::Result<bool> {
    Ok(rustix::net::sockopt::socket_peercred(stream)?.uid == geteuid())
}

/// Elsewhere the folder's mode alone says so.
#[cfg(not(target_os = "linux"))]
pub(crate) fn is_own(_: &UnixStream) -> io::Result<bool> {
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Profile;

    fn place(home: &Path) -> Place {
        let mut config = Config::from_env().unwrap();
        config.home = home.to_owned();
        config.profile = Profile::new("p").unwrap();
        Place::of(&config)
    }

    #[test]
    fn one_process_serves_and_a_stale_socket_is_replaced() {
        let long = "x".repeat(150);
        for folder in ["short", long.as_str()] {
            let home = tempfile::tempdir().unwrap();
            let home = home.path().join(folder);
            assert!(place(&home).connect().unwrap().is_none());
            let first = place(&home).claim().unwrap().expect("nobody serves");
            let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
            assert_eq!(mode(&home.join(".run")), 0o700);
            assert_eq!(mode(&home.join(".run/p.sock")), 0o600);
            assert!(place(&home).connect().unwrap().is_some());
            assert!(place(&home).claim().unwrap().is_none(), "two serve");
            drop(first);
            assert!(!home.join(".run/p.sock").exists());
            // as a crash leaves it: a socket that nobody listens to
            drop(place(&home).with_address(|address| UnixListener::bind(address)).unwrap());
            assert!(home.join(".run/p.sock").exists());
            assert!(place(&home).connect().unwrap().is_none());
            let second = place(&home).claim().unwrap().expect("the one before is gone");
            assert!(place(&home).connect().unwrap().is_some());
            drop(second);
        }
    }

    #[test]
    fn what_is_no_socket_is_not_taken_away() {
        let home = tempfile::tempdir().unwrap();
        make_private(&home.path().join(".run")).unwrap();
        let file = home.path().join(".run/p.sock");
        fs::write(&file, "somebody's").unwrap();
        assert!(place(home.path()).claim().is_err());
        assert_eq!(fs::read(&file).unwrap(), b"somebody's");
    }
}
