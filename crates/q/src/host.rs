//! The process around the language: clock, zone, shell, console, memory.

use crate::alarm::Alarm;
use quarry_lang::Watch;
use quarry_lang::host::{Host, Memory};
use quarry_lang::network::{Network, Numbers};
use quarry_server::{Ask, Lines, Read, Sockets};
use quarry_value::{Error, Result, Value, calendar, error, evaluation};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use signal_hook::consts::{SIGINT, SIGTERM, SIGURG, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use std::collections::BTreeMap;
use std::io::{ErrorKind, IsTerminal, Write};
use std::net::IpAddr;
use std::os::fd::AsFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How long a wait goes on before it is asked whether to stop.
const GLANCE: Duration = Duration::from_millis(20);

/// The real world.
pub struct System {
    interrupt: Arc<AtomicBool>,
    lines: OnceLock<Arc<Lines>>,
    /// What is evaluated, for other processes that ask.
    watch: Arc<OnceLock<Arc<Watch>>>,
    /// The machine's time zone, looked up when it is first asked for, or the one that `TZ` was set to.
    zone: RwLock<Option<jiff::tz::TimeZone>>,
    began: Instant,
    alarm: Arc<Alarm>,
    environment: Arc<Environment>,
    numbers: Arc<Numbers>,
    sockets: Arc<Sockets>,
    /// The process was asked to end.
    terminated: Arc<AtomicBool>,
    /// When that was first noticed.
    noticed: Arc<OnceLock<Instant>>,
    /// What was written on standard output was lost, and that was told.
    lost: AtomicBool,
}

/// What runs when the process is asked to end may take as long: a message is done wholly, an endless loop is not.
const GRACE: Duration = Duration::from_secs(1);

/// Environment variables: those set since the start, before those of the process.
#[derive(Default)]
struct Environment(Mutex<BTreeMap<String, Vec<u8>>>);

impl Environment {
    fn set(&self) -> MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, name: &str) -> Option<Vec<u8>> {
        let set = self.set().get(name).cloned();
        set.or_else(|| std::env::var_os(name).map(OsStringExt::into_vec))
    }
}

/// From now on a file that would get longer than the process's files may be is refused, not the end of the process.
pub fn survive_file_limits() {
    // Where signals cannot be taken, it ends as any other program does.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

impl System {
    /// Takes Ctrl-C from now on: it interrupts what runs, and a second one before that was heeded ends the process.
    /// A request to end (SIGTERM) waits for what runs; a second one does not.
    ///
    /// Errors: the system's, when it has no room for sockets.
    pub fn new() -> std::io::Result<System> {
        let environment = Arc::new(Environment::default());
        let (numbers, lookup) = (Arc::new(Numbers::default()), environment.clone());
        let sockets = Arc::new(Sockets::new(numbers.clone(), Arc::new(move |name| lookup.get(name)))?);
        let (interrupt, terminated) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        // A process whose signals cannot be taken still works; Ctrl-C then ends it.
        let _ = flag::register_conditional_shutdown(SIGINT, 130, interrupt.clone());
        let _ = flag::register(SIGINT, interrupt.clone());
        let _ = flag::register_conditional_shutdown(SIGTERM, 143, terminated.clone());
        let _ = flag::register(SIGTERM, terminated.clone());
        let watch = Arc::new(OnceLock::new());
        let (woken, watched) = (sockets.clone(), watch.clone());
        let noticed = Arc::new(OnceLock::new());
        let heard = noticed.clone();
        // Nobody minds SIGURG who does not know it.
        if let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGURG]) {
            let wait = move || {
                signals.forever().for_each(|signal| match signal {
                    SIGURG => tell(&watched),
                    // A long primitive looks at the flags, which are set already.
                    SIGINT => evaluation::look(),
                    _ => {
                        heard.get_or_init(Instant::now);
                        evaluation::look();
                        woken.wake();
                        // What has not been done by then looks once more.
                        let again = || {
                            std::thread::sleep(GRACE);
                            evaluation::look();
                        };
                        if std::thread::Builder::new().spawn(again).is_err() {
                            again();
                        }
                    }
                })
            };
            std::thread::Builder::new().name("signals".into()).spawn(wait)?;
        }
        Ok(System {
            interrupt,
            lines: OnceLock::new(),
            watch,
            zone: RwLock::new(None),
            began: Instant::now(),
            alarm: Arc::default(),
            environment,
            numbers,
            sockets,
            terminated,
            noticed,
            lost: AtomicBool::new(false),
        })
    }

    /// A time of [`Host::elapsed`].
    fn time(&self, elapsed: i64) -> Instant {
        self.began + Duration::from_nanos(elapsed.unsigned_abs())
    }

    /// Every socket of the process.
    pub fn sockets(&self) -> Arc<Sockets> {
        self.sockets.clone()
    }

    /// Who asks what is evaluated looks here.
    pub fn set_watch(&self, watch: Arc<Watch>) {
        let _ = self.watch.set(watch);
    }

    /// Where `read0 0` and the prompt take their lines from.
    pub fn set_lines(&self, lines: Arc<Lines>) {
        let _ = self.lines.set(lines);
    }
}

/// Tells a process that asks what is evaluated here.
fn tell(watch: &OnceLock<Arc<Watch>>) {
    #[cfg(target_os = "linux")]
    if let Some(watch) = watch.get() {
        crate::profile::tell(watch);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = watch;
}

/// The zone that a value of the environment variable `TZ` means, as localtime(3) has it: a name, a file or a rule, else UTC.
fn zone_named(tz: &[u8]) -> jiff::tz::TimeZone {
    let Ok(name) = std::str::from_utf8(tz.strip_prefix(b":").unwrap_or(tz)) else {
        return jiff::tz::TimeZone::UTC;
    };
    let zone = match name.starts_with('/') {
        true => std::fs::read(name).ok().and_then(|bytes| jiff::tz::TimeZone::tzif(name, &bytes).ok()),
        false => jiff::tz::TimeZone::get(name).or_else(|_| jiff::tz::TimeZone::posix(name)).ok(),
    };
    zone.unwrap_or(jiff::tz::TimeZone::UTC)
}

/// Bytes without use that are worth giving back unasked.
const MUCH: usize = 64 << 20;

impl Host for System {
    fn now(&self) -> i64 {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let ns = i64::try_from(since_1970.as_nanos()).unwrap_or(i64::MAX);
        ns.saturating_sub(calendar::UNIX_DAYS * calendar::NS_DAY)
    }

    fn elapsed(&self) -> i64 {
        i64::try_from(self.began.elapsed().as_nanos()).unwrap_or(i64::MAX)
    }

    fn limit(&self, due: i64) {
        self.alarm.add(self.time(due));
    }

    fn unlimit(&self, due: i64) {
        self.alarm.remove(self.time(due));
    }

    fn zone_offset(&self, utc: i64) -> i64 {
        let seconds = utc.div_euclid(calendar::NS_SECOND) + calendar::UNIX_DAYS * 86_400;
        let at = jiff::Timestamp::from_second(seconds).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
        let told = self.zone.read().unwrap_or_else(PoisonError::into_inner).as_ref().map(|z| z.to_offset(at));
        let offset = told.unwrap_or_else(|| {
            let mut zone = self.zone.write().unwrap_or_else(PoisonError::into_inner);
            zone.get_or_insert_with(jiff::tz::TimeZone::system).to_offset(at)
        });
        i64::from(offset.seconds()) * calendar::NS_SECOND
    }

    fn out(&self, text: &[u8]) {
        let mut out = std::io::stdout().lock();
        let written = write_whole(&mut out, text, || await_output(std::io::stdout()));
        match written {
            Ok(()) => self.lost.store(false, Ordering::Relaxed),
            // Nobody reads any more: there is nothing left to do for whoever started us, unless others may come.
            Err(e) if e.kind() == ErrorKind::BrokenPipe && !self.sockets.is_listening() => {
                std::process::exit(141)
            }
            Err(e) if !self.lost.swap(true, Ordering::Relaxed) => {
                self.err(format!("q: standard output: {e}; what follows is lost\n").as_bytes());
            }
            Err(_) => {}
        }
    }

    fn err(&self, text: &[u8]) {
        let _ = write_whole(&mut std::io::stderr().lock(), text, || await_output(std::io::stderr()));
    }

    fn shell(&self, command: &[u8], apart: bool, stop: &mut dyn FnMut() -> bool) -> Result<Vec<u8>> {
        let environment = self.environment.set().clone();
        // The terminal tells a command of Ctrl-C itself, which may have other plans.
        match apart || !std::io::stdin().is_terminal() {
            true => crate::shell::run(command, &environment, apart, stop),
            false => crate::shell::run(command, &environment, apart, &mut || self.is_overdue()),
        }
    }

    fn interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed) && self.interrupt.swap(false, Ordering::Relaxed)
    }

    fn read_line(&self, prompt: Option<&str>, stop: &mut dyn FnMut() -> bool) -> Option<Vec<u8>> {
        let ask = Ask { prompt: prompt.unwrap_or_default().into(), is_q: prompt.is_some() };
        match self.lines.get()?.next(ask, stop) {
            Some(Read::Line(line)) => Some(line),
            Some(Read::Interrupt) => Some(Vec::new()),
            _ => None,
        }
    }

    fn redirect(&self, fd: i32, file: &[u8]) -> Result<()> {
        let failed = |e: std::io::Error| Error::text(file).detail(error::reason(&e));
        let path = std::path::Path::new(std::ffi::OsStr::from_bytes(file));
        if let Some(dir) = path.parent().filter(|d| !d.as_os_str().is_empty()) {
            std::fs::create_dir_all(dir).map_err(failed)?;
        }
        // A pipe that nobody reads is refused rather than waited for.
        let flags = OFlags::NONBLOCK.bits() as i32;
        let mut how = std::fs::OpenOptions::new();
        let target = how.append(true).create(true).custom_flags(flags).open(path).map_err(failed)?;
        let waits = fcntl_getfl(&target).and_then(|flags| fcntl_setfl(&target, flags - OFlags::NONBLOCK));
        waits.map_err(|e| failed(e.into()))?;
        let done =
            if fd == 1 { rustix::stdio::dup2_stdout(&target) } else { rustix::stdio::dup2_stderr(&target) };
        done.map_err(|e| failed(e.into()))
    }

    fn environment(&self, name: &str) -> Option<Vec<u8>> {
        self.environment.get(name)
    }

    fn set_environment(&self, name: &str, value: &[u8]) {
        self.environment.set().insert(name.to_owned(), value.to_vec());
        if name == "TZ" {
            *self.zone.write().unwrap_or_else(PoisonError::into_inner) = Some(zone_named(value));
        }
    }

    fn terminated(&self) -> bool {
        self.terminated.load(Ordering::Relaxed)
    }

    fn is_overdue(&self) -> bool {
        self.terminated() && self.noticed.get_or_init(Instant::now).elapsed() >= GRACE
    }

    #[cfg(target_os = "linux")]
    fn await_file(&self, file: &Path, stop: &mut dyn FnMut() -> bool) -> bool {
        crate::await_file::until(file, stop)
    }

    #[cfg(target_os = "linux")]
    fn stack_of(&self, pid: i32) -> Result<Vec<u8>> {
        crate::profile::ask(pid)
    }

    fn start(&self, words: &[u8]) -> Result<()> {
        let environment = self.environment.set().clone();
        crate::shell::start(words, &environment)
    }

    fn load_function(&self, library: &Path, name: &str, rank: usize, home: Option<&Path>) -> Result<Value> {
        quarry_c::load(library, name, rank, home)
    }

    fn network(&self) -> &dyn Network {
        self.sockets.as_ref()
    }

    fn numbers(&self) -> Arc<Numbers> {
        self.numbers.clone()
    }

    fn host_name(&self) -> String {
        rustix::system::uname().nodename().to_string_lossy().into_owned()
    }

    fn address_of(&self, name: &str) -> Option<[u8; 4]> {
        let name = name.to_owned();
        let found = aside(move || dns_lookup::lookup_host(&name).ok())?;
        found.into_iter().find_map(|a| if let IpAddr::V4(a) = a { Some(a.octets()) } else { None })
    }

    fn name_of(&self, address: [u8; 4]) -> Option<String> {
        let name = aside(move || dns_lookup::lookup_addr(&IpAddr::from(address)).ok())?;
        // A host without a name is answered with its address.
        name.parse::<IpAddr>().is_err().then_some(name)
    }

    fn release(&self) {
        crate::alloc::give_back();
    }

    fn tidy(&self) {
        let held = read_kb("/proc/self/status", "RssAnon:").unwrap_or(0) << 10;
        if held > quarry_value::meter::used() + MUCH {
            self.release();
        }
    }

    fn user_name(&self) -> String {
        String::from_utf8_lossy(&quarry_server::user_name(|name| self.environment(name))).into_owned()
    }

    fn memory(&self) -> Memory {
        /// The most seen of domain 0, of which the system notes no peak.
        static MOST: AtomicUsize = AtomicUsize::new(0);
        let bytes = |file, field| read_kb(file, field).unwrap_or(0) << 10;
        let of_process = |field| bytes("/proc/self/status", field);
        let machine = machine();
        if quarry_value::memory::is_on() {
            let held = of_process("RssAnon:");
            return Memory { held, most_held: MOST.fetch_max(held, Ordering::Relaxed).max(held), machine };
        }
        Memory { held: of_process("VmRSS:"), most_held: of_process("VmHWM:"), machine }
    }
}

/// Waits until an output takes more, or nobody will ever read it.
fn await_output(to: impl AsFd) {
    // A signal is a reason to try again.
    let _ = evaluation::waiting(|| poll(&mut [PollFd::new(&to, PollFlags::OUT)], None));
}

/// Writes a text and what is still held of others. Somebody who has the same output, such as the shell around us, may have
/// said that it does not wait: `wait` does it then.
fn write_whole(to: &mut impl Write, mut text: &[u8], wait: impl Fn()) -> std::io::Result<()> {
    loop {
        let done = if text.is_empty() { to.flush().map(|()| 0) } else { to.write(text) };
        match done {
            Err(e) if e.kind() == ErrorKind::WouldBlock => wait(),
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
            Ok(0) if text.is_empty() => return Ok(()),
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(n) => text = &text[n..],
        }
    }
}

/// Has somebody else do what cannot be stopped, and waits for him unless the evaluation is to end.
fn aside<T: Send + 'static>(work: impl FnOnce() -> Option<T> + Send + 'static) -> Option<T> {
    let (tell, told) = channel();
    let work = move || {
        // Who asked may not wait any more.
        let _ = tell.send(work());
    };
    std::thread::Builder::new().name("aside".into()).spawn(work).ok()?;
    loop {
        match evaluation::waiting(|| told.recv_timeout(GLANCE)) {
            Err(RecvTimeoutError::Timeout) if evaluation::ask().is_ok() => {}
            done => return done.ok()?,
        }
    }
}

/// Bytes of memory that the machine has, or the container may have; 0 where nobody tells.
pub fn machine() -> usize {
    #[cfg(not(target_os = "linux"))]
    return 0;
    #[cfg(target_os = "linux")]
    {
        let told = rustix::system::sysinfo();
        let bytes = u128::from(told.totalram) * u128::from(told.mem_unit.max(1));
        let all = usize::try_from(bytes).unwrap_or(usize::MAX);
        let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        groups.lines().flat_map(limits).fold(all, usize::min)
    }
}

/// The limits of memory of a control group and of those around it, by a line of `/proc/self/cgroup`: of either version.
#[cfg(target_os = "linux")]
fn limits(line: &str) -> Vec<usize> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (Some(controllers), Some(group)) = (fields.next(), fields.next()) else { return Vec::new() };
    let (root, file) = match controllers {
        "" => ("/sys/fs/cgroup", "memory.max"),
        _ if controllers.split(',').any(|c| c == "memory") => {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
        }
        _ => return Vec::new(),
    };
    let around = Path::new(group.trim_start_matches('/')).ancestors();
    let limit = |group: &Path| {
        std::fs::read_to_string(Path::new(root).join(group).join(file)).ok()?.trim().parse().ok()
    };
    around.filter_map(limit).collect()
}

fn read_kb(file: &str, field: &str) -> Option<usize> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|l| l.strip_prefix(field))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes a few bytes every other time, and does not wait for the next.
    #[derive(Default)]
    struct Slow(Vec<u8>, bool);

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                Err(ErrorKind::WouldBlock.into())
            } else {
                self.0.write(&bytes[..bytes.len().min(3)])
            }
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_output_that_does_not_wait_is_waited_for() {
        let text: Vec<u8> = (0..100).map(|i| if i % 9 == 0 { b'\n' } else { b'a' }).collect();
        let mut to = std::io::LineWriter::new(Slow::default());
        for part in text.chunks(13) {
            write_whole(&mut to, part, || ()).expect("taken");
        }
        assert!(to.get_ref().0 == text);
    }
}
