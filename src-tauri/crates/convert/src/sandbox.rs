//! What a worker gives up before it sees a document. Everything it will need is loaded and open by
//! then: standard input and output, the PDF engine, memory.
//!
//! Four nets, each holding if the one before tears: resource limits, no new privileges, Landlock
//! (no path may be opened), and a seccomp allow-list (anything else fails with EPERM). A kernel
//! without Landlock or seccomp is noted, not hidden: the parent tells the person which nets are missing.

use crate::Limits;
use landlock::{ABI, Access, AccessFs, Ruleset, RulesetAttr, RulesetStatus};
use rustix::process::{DumpableBehavior, Resource, Rlimit, set_dumpable_behavior, setrlimit};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};
use std::collections::BTreeMap;

/// First half, for the whole process while it has one thread: limits and Landlock.
/// Returns notes on what could not be enforced.
pub(crate) fn limit_process(limits: &Limits) -> Vec<String> {
    let mut notes = Vec::new();
    // first, since Landlock's own rules are an open file while they are made
    if !forbid_paths() {
        notes.push("no Landlock".to_owned());
    }
    // over its life a worker is kept for one wall limit and may use it once more on its last document
    let cpu_s = limits.wall.as_secs().saturating_mul(2).saturating_add(2);
    let bounds = [
        (Resource::As, "memory", limits.memory_bytes),
        (Resource::Cpu, "processor time", cpu_s),
        (Resource::Fsize, "file size", 0),
        (Resource::Nofile, "open files", 3),
        (Resource::Core, "core dumps", 0),
    ];
    for (resource, name, most) in bounds {
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        if setrlimit(resource, limit).is_err() {
            notes.push(format!("no limit on {name}"));
        }
    }
    if set_dumpable_behavior(DumpableBehavior::NotDumpable).is_err() {
        notes.push("memory can be dumped".to_owned());
    }
    notes
}

/// Second half, for all threads of the process: system calls.
pub(crate) fn limit_calls() -> Vec<String> {
    let applied = allowed_calls()
        .is_some_and(|filter| seccompiler::apply_filter_all_threads(&filter).is_ok());
    if applied { Vec::new() } else { vec!["no seccomp".to_owned()] }
}

/// Landlock without a single allowed path. Also sets no_new_privs.
fn forbid_paths() -> bool {
    Ruleset::default()
        .handle_access(AccessFs::from_all(ABI::V6))
        .and_then(Ruleset::create)
        .and_then(landlock::RulesetCreated::restrict_self)
        .is_ok_and(|status| status.ruleset != RulesetStatus::NotEnforced)
}

/// Reading and writing what is open, memory, time, ending. Memory may never become code.
fn allowed_calls() -> Option<BpfProgram> {
    let free = [
        libc::SYS_read,
        libc::SYS_readv,
        libc::SYS_write,
        libc::SYS_writev,
        libc::SYS_close,
        libc::SYS_fstat,
        libc::SYS_lseek,
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_madvise,
        libc::SYS_brk,
        libc::SYS_futex,
        libc::SYS_sched_yield,
        libc::SYS_sched_getaffinity,
        libc::SYS_clock_gettime,
        libc::SYS_clock_nanosleep,
        libc::SYS_nanosleep,
        libc::SYS_gettimeofday,
        libc::SYS_getrandom,
        libc::SYS_getpid,
        libc::SYS_gettid,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_sigaltstack,
        libc::SYS_set_robust_list,
        libc::SYS_rseq,
        libc::SYS_restart_syscall,
        libc::SYS_exit,
        libc::SYS_exit_group,
    ];
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        free.into_iter().map(|call| (call, Vec::new())).collect();
    // a signal to itself ends a process that gives up; to another it would be a weapon
    let own = SeccompCondition::new(
        0,
        SeccompCmpArgLen::Dword,
        SeccompCmpOp::Eq,
        u64::from(std::process::id()),
    );
    rules.insert(libc::SYS_tgkill, vec![SeccompRule::new(vec![own.ok()?]).ok()?]);
    for call in [libc::SYS_mmap, libc::SYS_mprotect] {
        let executable = SeccompCmpOp::MaskedEq(libc::PROT_EXEC as u64);
        let not_code = SeccompCondition::new(2, SeccompCmpArgLen::Dword, executable, 0).ok()?;
        rules.insert(call, vec![SeccompRule::new(vec![not_code]).ok()?]);
    }
    let arch = TargetArch::try_from(std::env::consts::ARCH).ok()?;
    let deny = SeccompAction::Errno(libc::EPERM as u32);
    let filter = SeccompFilter::new(rules, deny, SeccompAction::Allow, arch).ok()?;
    BpfProgram::try_from(filter).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind::PermissionDenied;
    use std::os::unix::process::ExitStatusExt;
    use std::process::Command;

    const CHILD: &str = "LOCI_TEST_LOCKED_DOWN";

    /// Runs this same test again in a process of its own, where it locks itself down and tries.
    #[test]
    fn a_locked_down_process_reaches_nothing() {
        match std::env::var(CHILD).as_deref() {
            Ok("all") => return attempt_everything(),
            Ok(_) => return println!("paths forbidden: {}", forbid_paths()),
            Err(_) => {}
        }
        let name = "sandbox::tests::a_locked_down_process_reaches_nothing";
        let child = |what: &str| {
            let mut child = Command::new(std::env::current_exe().unwrap());
            child.args(["--exact", name, "--nocapture", "--test-threads=1"]).env(CHILD, what);
            let output = child.output().unwrap();
            (String::from_utf8_lossy(&output.stdout).into_owned(), output.status)
        };
        let (said, status) = child("all");
        assert!(said.contains("locked down: all refused"), "{said}");
        assert_eq!(status.signal(), Some(libc::SIGABRT), "{said}");
        // what the system can forbid to a process without limits, it forbids to one with them
        let possible = child("paths").0.contains("paths forbidden: true");
        assert_eq!(said.contains("no Landlock"), !possible, "{said}");
        assert!(!said.contains("no limit") && !said.contains("no seccomp"), "{said}");
    }

    /// What the filter answers to a system call, as the kernel would run it.
    fn verdict(call: i64, arguments: [u64; 6]) -> u32 {
        let arch: u32 = if cfg!(target_arch = "x86_64") { 0xc000_003e } else { 0xc000_00b7 };
        let mut data = [call as u32, arch, 0, 0].to_vec();
        data.extend(arguments.iter().flat_map(|it| [*it as u32, (*it >> 32) as u32]));
        let program = allowed_calls().unwrap();
        let (mut at, mut register) = (0, 0);
        loop {
            let step = &program[at];
            let jump = |holds: bool| usize::from(if holds { step.jt } else { step.jf });
            at += 1;
            match step.code {
                0x20 => register = data[step.k as usize / 4],
                0x54 => register &= step.k,
                0x05 => at += step.k as usize,
                0x15 => at += jump(register == step.k),
                0x25 => at += jump(register > step.k),
                0x35 => at += jump(register >= step.k),
                0x45 => at += jump(register & step.k != 0),
                0x06 => return step.k,
                code => panic!("no such step in a filter: {code:#x}"),
            }
        }
    }

    #[test]
    fn signals_go_to_the_worker_itself_alone() {
        const ALLOW: u32 = 0x7fff_0000;
        const REFUSE: u32 = 0x0005_0000 | libc::EPERM as u32;
        let own = u64::from(std::process::id());
        let abort = libc::SIGABRT as u64;
        for (call, arguments, expected) in [
            (libc::SYS_tgkill, [own, own, abort, 0, 0, 0], ALLOW),
            (libc::SYS_tgkill, [own, own + 1, abort, 0, 0, 0], ALLOW),
            (libc::SYS_tgkill, [own + 1, own + 1, abort, 0, 0, 0], REFUSE),
            (libc::SYS_tgkill, [1, 1, 9, 0, 0, 0], REFUSE),
            (libc::SYS_tgkill, [u64::MAX, own, 9, 0, 0, 0], REFUSE),
            (libc::SYS_tkill, [own, 9, 0, 0, 0, 0], REFUSE),
            (libc::SYS_kill, [own, 9, 0, 0, 0, 0], REFUSE),
            (libc::SYS_rt_sigqueueinfo, [own, 9, 0, 0, 0, 0], REFUSE),
            (libc::SYS_pidfd_send_signal, [3, 9, 0, 0, 0, 0], REFUSE),
            (libc::SYS_read, [0; 6], ALLOW),
            (libc::SYS_openat, [0; 6], REFUSE),
            (libc::SYS_mmap, [0, 1, libc::PROT_READ as u64, 0, 0, 0], ALLOW),
            (libc::SYS_mmap, [0, 1, libc::PROT_EXEC as u64, 0, 0, 0], REFUSE),
        ] {
            assert_eq!(verdict(call, arguments), expected, "{call} {arguments:?}");
        }
    }

    fn attempt_everything() {
        let mut notes = limit_process(&Limits::default());
        let before = std::net::TcpListener::bind("127.0.0.1:0").unwrap_err();
        notes.extend(limit_calls());
        let refusals = [
            std::net::TcpListener::bind("127.0.0.1:0").unwrap_err(),
            std::net::UdpSocket::bind("127.0.0.1:0").unwrap_err(),
            std::os::unix::net::UnixStream::connect("/tmp/x").unwrap_err(),
            std::fs::File::open("/etc/hostname").unwrap_err(),
            std::fs::write("/tmp/loci-escape", "x").unwrap_err(),
            std::fs::read_dir("/").unwrap_err(),
            std::fs::remove_file("/tmp/loci-escape").unwrap_err(),
            std::thread::Builder::new().spawn(|| ()).unwrap_err(),
        ];
        let kinds: Vec<_> = refusals.iter().map(std::io::Error::kind).collect();
        assert!(kinds.iter().all(|kind| *kind == PermissionDenied), "{kinds:?} {before} {notes:?}");
        assert!(Command::new("/bin/true").spawn().is_err());
        println!("locked down: all refused; unenforced: {notes:?}");
        // giving up is a signal to itself
        std::process::abort();
    }
}
