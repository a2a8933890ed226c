//! The main loop: lines of the console, ticks of the timer and what happens on sockets, one at a time.

use crate::crew::Crew;
use crate::input::{Ask, Lines, Read};
use crate::sockets::{Event, Sockets};
use quarry_lang::http::{self, Answer};
use quarry_lang::network::{Link, Network};
use quarry_lang::reader::Asked;
use quarry_lang::serve::{self, Message};
use quarry_lang::system;
use quarry_lang::vm::{Shown, Vm};
use quarry_value::{Error, Result, Sym, Value, spare};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long what is queued may take to be sent at the end of the process.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// How long after something ran what it no longer uses may stay with the process.
const UNUSED: Duration = Duration::from_secs(2);

/// How long threads that evaluate are waited for at first before others are let in.
const PATIENCE: Duration = Duration::from_millis(100);
/// How often, while they evaluate, is looked whether somebody still waits for that.
const LOOK: Duration = Duration::from_secs(1);

/// How the program reads and answers lines; the loop decides when.
pub trait Console {
    /// What a line is asked for with: a prompt, e.g. `q)`.
    fn ask(&self, vm: &Vm) -> Ask;
    /// Evaluates one line and shows its answer or error.
    fn line(&mut self, vm: &mut Vm, line: &[u8]);
    /// Shows what came of an event that no line asked for.
    fn report(&mut self, vm: &mut Vm, outcome: Result<Shown>);
    /// Does the process go on after its lines have ended, while it has a timer, others can connect to it or it is connected to others?
    fn may_be_left(&self) -> bool;
    /// The exit code when its lines have ended.
    fn code(&self) -> i32;
}

/// Serves events until something ends the process: its exit code.
pub fn run(vm: &mut Vm, lines: &Lines, sockets: &Arc<Sockets>, console: &mut dyn Console) -> i32 {
    let mut timer = Timer::new();
    let (mut ended, mut asked) = (false, false);
    let mut crew = Crew::new();
    // When memory is to be given back: something ran since that was done last.
    let mut tidy: Option<Instant> = None;
    loop {
        crew.collect(sockets);
        spare::restore();
        if let Some(code) = vm.exiting {
            sockets.drain(LAST_WORDS);
            return code;
        }
        if let Some(code) = crew.exit.take() {
            rest(vm, sockets, &mut crew);
            let _ = quarry_lang::request(|| system::quit(vm, code));
            continue;
        }
        if vm.host.terminated() {
            // As `exit 0` does (releases/ChangesIn2.6).
            rest(vm, sockets, &mut crew);
            let _ = quarry_lang::request(|| system::quit(vm, 0));
            continue;
        }
        if let Some(event) = sockets.end() {
            attend(vm, sockets, &mut crew, console, event);
            continue;
        }
        if !ended {
            match lines.try_next(|| console.ask(vm)) {
                Some(Read::Line(line)) => {
                    asked = true;
                    tidy.get_or_insert_with(|| Instant::now() + UNUSED);
                    let _busy = sockets.busy(None);
                    rest(vm, sockets, &mut crew);
                    quarry_lang::request(|| console.line(vm, &line));
                    continue;
                }
                Some(Read::Interrupt) => continue,
                Some(Read::End) => {
                    ended = true;
                    if console.may_be_left() && is_needed(vm, sockets, asked) {
                        let outcome = quarry_lang::request(|| serve::closed(vm, Link::CONSOLE));
                        console.report(vm, outcome.map(|()| Shown::Nothing));
                    }
                }
                None => {}
            }
        }
        if ended && !(console.may_be_left() && is_needed(vm, sockets, asked)) {
            // The error that quitting unwinds with says nothing.
            rest(vm, sockets, &mut crew);
            let _ = quarry_lang::request(|| system::quit(vm, console.code()));
            continue;
        }
        let wait = timer.wait(vm);
        let is_due = wait == Some(Duration::ZERO);
        let event = if is_due {
            timer.glance().and_then(|wait| sockets.next(Some(wait)))
        } else {
            let until_tidy = tidy.map(|at| at.saturating_duration_since(Instant::now()));
            if until_tidy == Some(Duration::ZERO) {
                tidy = None;
                vm.host.tidy();
                continue;
            }
            let look = crew.is_busy().then_some(LOOK);
            if look.is_some() {
                sockets.attend_readers();
            }
            sockets.next(wait.into_iter().chain(until_tidy).chain(look).min())
        };
        if event.is_some() || is_due {
            tidy.get_or_insert_with(|| Instant::now() + UNUSED);
        }
        match event {
            Some(event) => attend(vm, sockets, &mut crew, console, event),
            None if is_due => {
                let scheduled = timer.scheduled(vm.host.now());
                timer.tick(|| {
                    let _busy = sockets.busy(None);
                    rest(vm, sockets, &mut crew);
                    quarry_lang::request(|| tick(vm, console, scheduled));
                });
            }
            None => {}
        }
    }
}

/// Is there something left that makes events, after the console has ended? The connections of who was `asked` something by lines are
/// those lines' own.
fn is_needed(vm: &Vm, sockets: &Sockets, asked: bool) -> bool {
    let waits = sockets.is_listening() || sockets.is_watching() || (!asked && sockets.is_connected());
    waits || vm.settings.timer_ms > 0
}

/// Does what an event asks for, here or on a thread.
fn attend(vm: &mut Vm, sockets: &Arc<Sockets>, crew: &mut Crew, console: &mut dyn Console, event: Event) {
    let Some(event) = hand_over(vm, sockets, crew, event) else { return };
    // Nothing is called for somebody who has gone.
    if !matches!(event, Event::Closed { threaded: true, .. }) {
        rest(vm, sockets, crew);
    }
    quarry_lang::request(|| {
        let outcome = serve(vm, sockets, event);
        console.report(vm, outcome.map(|()| Shown::Nothing));
    });
}

/// Waits until no thread evaluates anything: globals may be changed then.
///
/// Nobody is let in meanwhile, or there would be no end to it. But what is evaluated may itself wait for this process, as a
/// client: so now and then everybody comes in for as long as nobody did, and then nobody for twice as long.
fn rest(vm: &mut Vm, sockets: &Arc<Sockets>, crew: &mut Crew) {
    let (mut began, mut patience) = (Instant::now(), PATIENCE);
    while crew.is_busy() {
        crew.wait(sockets);
        if began.elapsed() < patience {
            continue;
        }
        let_in(vm, sockets, crew);
        if began.elapsed() > 2 * patience {
            (began, patience) = (Instant::now(), 2 * patience);
        }
    }
}

/// Gives threads what is for them.
fn let_in(vm: &mut Vm, sockets: &Arc<Sockets>, crew: &mut Crew) {
    while let Some(event) = sockets.for_threads() {
        if let Some(event) = hand_over(vm, sockets, crew, event) {
            sockets.put_off(event);
        }
    }
}

/// Gives a thread what is asked of it. Anything else is given back.
fn hand_over(vm: &mut Vm, sockets: &Arc<Sockets>, crew: &mut Crew, event: Event) -> Option<Event> {
    let (Event::Login { link, .. } | Event::Message { link, .. } | Event::Request { link, .. }) = event
    else {
        return Some(event);
    };
    if !sockets.is_threaded(link.handle) {
        return Some(event);
    }
    let (user, address, asked) = match event {
        Event::Message { bytes, .. } => match (sockets.peer(link.handle), Message::read(&bytes)) {
            (Some(peer), Ok(message)) => (peer.user, peer.address, Asked::Message(peer, message)),
            _ => return Some(Event::Message { link, bytes }),
        },
        Event::Login { greeting, address, .. } => {
            let (user, password) = (greeting.user, greeting.password);
            (Sym::new(&user), address, Asked::Login { user, password })
        }
        Event::Request { request, address, .. } => (Sym::EMPTY, address, Asked::Request(request)),
        event => return Some(event),
    };
    crew.evaluate(vm.reader(link, user, address), asked, sockets);
    None
}

/// Forgets a Ctrl-C that came while nothing ran: what comes next was not meant.
fn forget_interrupt(vm: &Vm) {
    vm.host.interrupted();
}

/// Does what an event asks for.
fn serve(vm: &mut Vm, sockets: &Arc<Sockets>, event: Event) -> Result<()> {
    forget_interrupt(vm);
    let _busy = sockets.busy(event.asks());
    if let Event::Closed { link, .. } | Event::WebClosed { link } | Event::Behind { link, .. } = event {
        sockets.release(link.handle);
    }
    match event {
        Event::Login { link, greeting, address } => {
            let welcome = serve::login(vm, link.handle, &greeting.user, &greeting.password, address);
            if !matches!(welcome, Ok(true)) {
                sockets.hang_up(link);
                return welcome.map(drop);
            }
            let is_open = sockets.admit(link, Sym::new(&greeting.user));
            if is_open { serve::opened(vm, link.handle) } else { Ok(()) }
        }
        Event::Message { link, bytes } => match Message::read(&bytes) {
            Ok(message) => serve::message(vm, link, message),
            Err(e) => {
                let threaded = sockets.is_threaded(link.handle);
                let told = serve::bad(vm, link.handle, bytes, e);
                // A callback that has closed it knows.
                if !sockets.hang_up(link) || threaded {
                    return told;
                }
                serve::closed(vm, link).and(told)
            }
        },
        Event::Bad { link, bytes, error } => serve::bad(vm, link.handle, bytes, error),
        // Multithreaded input tells neither of opening nor of closing.
        Event::Closed { threaded: true, .. } => Ok(()),
        Event::Closed { link, .. } => serve::closed(vm, link),
        Event::Behind { link, bytes, threaded, web } => {
            let handle = link.handle;
            let told = match (threaded, web) {
                (_, true) => serve::web_closed(vm, handle),
                (true, _) => Ok(()),
                (false, _) => serve::closed(vm, link),
            };
            let most = vm.settings.queue_mb;
            let why = format!(
                "handle {handle} was closed: {bytes} bytes wait for its reader, and -queue is {most}"
            );
            told.and(Err(Error::new("queue").detail(why)))
        }
        Event::Request { link, request, address } => {
            let handle = link.handle;
            let (answer, told) = http::answer(vm, handle, address, &request);
            match answer {
                Answer::Response { bytes, keep } => sockets.respond(link, bytes, keep),
                Answer::Upgrade { bytes, user, deflates } => {
                    let is_open = sockets.upgrade(link, bytes, user, deflates);
                    return if is_open { serve::web_opened(vm, handle) } else { told };
                }
            }
            told
        }
        Event::Web { link, is_text, bytes } => serve::web_message(vm, link.handle, is_text, bytes),
        Event::WebClosed { link } => serve::web_closed(vm, link.handle),
        Event::Watched { descriptor, ready } => {
            let outcome = vm.apply(&ready, &[Value::int(descriptor)]);
            sockets.look_again(descriptor);
            outcome.map(drop)
        }
        Event::Refused(e) => Err(Error::new("conn").detail(e.to_string())),
    }
}

/// Calls `.z.ts` with the time it was due, UTC. Source: ref/dotz.
fn tick(vm: &mut Vm, console: &mut dyn Console, scheduled: i64) {
    forget_interrupt(vm);
    let at = Value::I64(quarry_value::Type::Timestamp, scheduled);
    if let Some(f) = vm.get(Sym::new(".z.ts")) {
        let outcome = vm.apply(&f, &[at]).map(|_| Shown::Nothing);
        console.report(vm, outcome);
    }
}

/// When the next tick is due, by a clock that nobody sets.
struct Timer {
    period_ms: i64,
    due: Instant,
    /// The time, UTC, of the tick before; none when that is of another rhythm.
    last: Option<i64>,
    /// Until when sockets come before a tick that is due, and how long each wait for them is.
    others: (Instant, Duration),
}

impl Timer {
    /// Milliseconds that are as good as for ever.
    const LONGEST: u64 = 1 << 40;
    /// The time, which may be set, leaves what the rhythm says by so many nanoseconds, and is followed then.
    const TOLERANCE: u64 = 10_000_000;

    fn new() -> Timer {
        let now = Instant::now();
        Timer { period_ms: 0, due: now, last: None, others: (now, Duration::ZERO) }
    }

    fn period(&self) -> Duration {
        Duration::from_millis(self.period_ms.unsigned_abs().min(Timer::LONGEST))
    }

    /// When the tick that is due now should have been, where it is `time`: a period after the one before.
    fn scheduled(&mut self, time: i64) -> i64 {
        let nanoseconds = |d: Duration| i64::try_from(d.as_nanos()).unwrap_or(i64::MAX);
        let was_due = time.saturating_sub(nanoseconds(self.due.elapsed()));
        let by_rhythm = self.last.map(|last| last.saturating_add(nanoseconds(self.period())));
        let at = by_rhythm.filter(|at| at.abs_diff(was_due) < Timer::TOLERANCE).unwrap_or(was_due);
        self.last = Some(at);
        at
    }

    /// How long to wait before a tick is due, which it is at 0; forever when the timer is off.
    ///
    /// The first tick is due when the timer is set. Ticks that were missed are not made up for.
    fn wait(&mut self, vm: &Vm) -> Option<Duration> {
        let (period, now) = (vm.settings.timer_ms, Instant::now());
        if period != self.period_ms {
            (self.period_ms, self.due, self.last) = (period, now, None);
        }
        (period > 0).then(|| self.due.saturating_duration_since(now))
    }

    /// Does a tick; the next is due a period after this one was. What happens on sockets then has as long as it took; and when it
    /// took longer than the period, is waited for a little.
    fn tick(&mut self, work: impl FnOnce()) {
        let began = Instant::now();
        self.due += self.period();
        work();
        let took = began.elapsed();
        let is_late = began + took > self.due;
        let wait = if is_late { (took / 8).min(Duration::from_millis(10)) } else { Duration::ZERO };
        self.others = (began + took + took, wait);
        if is_late {
            (self.due, self.last) = (began + took, None);
        }
    }

    /// How long to look for what happens on sockets before a tick that is due, if at all.
    fn glance(&self) -> Option<Duration> {
        let (until, wait) = self.others;
        (Instant::now() < until).then_some(wait)
    }
}
