//! What each primitive does: one row a primitive, by its kind and text. A test sees that none is left out.

use crate::prims::persist::{know_domains, knowing};
use crate::vm::Vm;
use crate::{operators as op, words};
use quarry_kernel as k;
use quarry_value::{Iter, Kind, Prim, ROWS, Result, Value, error::nyi};
use std::sync::OnceLock;

/// How a primitive is run.
#[derive(Clone, Copy)]
pub enum Run {
    Unary(fn(&Value) -> Result<Value>),
    Binary(fn(&Value, &Value) -> Result<Value>),
    /// Needs names, evaluation or the host.
    VmUnary(fn(&mut Vm, &Value) -> Result<Value>),
    VmBinary(fn(&mut Vm, &Value, &Value) -> Result<Value>),
    /// Takes more or a varying number of arguments.
    Many(fn(&mut Vm, &[Value]) -> Result<Value>),
    /// An iterator, `::` or `enlist`: done by the evaluator itself.
    Own,
    Missing,
}

impl Run {
    /// Applies to arguments whose number the caller has checked against the rank.
    pub fn apply(self, vm: &mut Vm, prim: Prim, args: &[Value]) -> Result<Value> {
        // Arguments that are items of what is read when it is asked for.
        know_domains(vm);
        match (self, args) {
            (Run::Unary(f), [x]) => knowing(vm, || unary(prim, f, x)),
            (Run::Binary(f), [x, y]) => knowing(vm, || binary(prim, f, x, y)),
            (Run::VmUnary(f), [x]) => f(vm, x),
            (Run::VmBinary(f), [x, y]) => f(vm, x, y),
            (Run::Many(f), args) => f(vm, args),
            (Run::Own, _) => vm.apply(&Value::Prim(prim), args),
            (Run::Missing, _) => Err(nyi(prim.text())),
            _ => Err(quarry_value::error::rank_error()),
        }
    }
}

/// Applies a primitive that knows tables in memory only, as most do.
#[inline]
pub fn unary(prim: Prim, f: fn(&Value) -> Result<Value>, x: &Value) -> Result<Value> {
    if is_elsewhere(x) && !matches!(prim.text(), "::" | ",:" | "enlist" | "attr") {
        x.check_here()?;
    }
    f(x)
}

/// [`unary`] of two arguments.
#[inline]
pub fn binary(prim: Prim, f: fn(&Value, &Value) -> Result<Value>, x: &Value, y: &Value) -> Result<Value> {
    if (is_elsewhere(x) || is_elsewhere(y)) && prim.text() != "~" {
        x.check_here().and_then(|()| y.check_here())?;
    }
    f(x, y)
}

#[inline]
fn is_elsewhere(x: &Value) -> bool {
    matches!(x, Value::Table(t) if t.is_elsewhere())
}

/// How `prim` is run.
#[inline]
pub fn run(prim: Prim) -> Run {
    static RUNS: OnceLock<Vec<Run>> = OnceLock::new();
    let runs = RUNS.get_or_init(|| {
        let mut runs = vec![Run::Missing; ROWS.len() + 1];
        for (kind, text, run) in rows() {
            if let Some(p) = Prim::find(kind, text) {
                runs[p.id()] = run;
            }
        }
        for p in Prim::all().filter(|p| p.kind() == Kind::Iter) {
            runs[p.id()] = Run::Own;
        }
        runs
    });
    runs[prim.id()]
}

/// The derived function that a keyword stands for, which also takes a left argument: `deltas[x;y]`. What it answers is
/// negated for `differ`.
pub fn as_derived(prim: Prim) -> Option<&'static Value> {
    static ALL: OnceLock<Vec<Option<Value>>> = OnceLock::new();
    let all = ALL.get_or_init(|| Prim::all().map(derived_for).collect());
    all.get(prim.id())?.as_ref()
}

fn derived_for(prim: Prim) -> Option<Value> {
    let (op, iter) = match prim.text() {
        "sums" => ("+", Iter::Scan),
        "prds" => ("*", Iter::Scan),
        "maxs" => ("|", Iter::Scan),
        "mins" => ("&", Iter::Scan),
        "sum" => ("+", Iter::Over),
        "prd" => ("*", Iter::Over),
        "max" => ("|", Iter::Over),
        "min" => ("&", Iter::Over),
        "raze" => (",", Iter::Over),
        "differ" => ("~", Iter::Prior),
        text => return quarry_value::Derived::of_text(text).map(Value::from),
    };
    let func = Value::Prim(Prim::find(Kind::Binary, op)?);
    Some(quarry_value::Derived { iter, func }.into())
}

/// The iterator that an iterator primitive is.
pub fn iterator(prim: Prim) -> Iter {
    Iter::ALL.into_iter().find(|i| i.text() == prim.text()).unwrap_or(Iter::Each)
}

#[rustfmt::skip]
fn rows() -> Vec<(Kind, &'static str, Run)> {
    use crate::prims::{files, handles, join};
    use Run::{Binary as B, Many as M, Unary as U, VmBinary as VB, VmUnary as VU};
    let unary: Vec<(&'static str, Run)> = vec![
        ("::", U(|x| Ok(x.clone()))), ("+:", VU(op::flip_any)), ("-:", U(k::neg)), ("*:", VU(words::first)), ("%:", U(k::reciprocal)),
        ("&:", U(k::where_)), ("|:", U(k::reverse)), ("^:", U(k::null)), ("=:", VU(words::group)), ("<:", VU(words::iasc)),
        (">:", VU(words::idesc)), ("$:", U(quarry_value::text::string)), (",:", U(k::enlist)), ("#:", VU(words::count)), ("_:", U(k::floor)),
        ("~:", U(k::not)), ("!:", VU(words::key)), ("?:", VU(words::distinct)), ("@:", VU(words::type_)), (".:", VU(words::value)),
        ("0::", VU(handles::read0)), ("1::", VU(handles::read1)),
        ("avg", U(k::avg)), ("last", VU(words::last)), ("sum", U(k::sum)), ("prd", U(k::prd)), ("min", U(k::min)), ("max", U(k::max)),
        ("exit", VU(words::exit)), ("getenv", VU(words::getenv)), ("abs", U(k::abs)), ("sqrt", U(k::sqrt)), ("log", U(k::log)), ("exp", U(k::exp)),
        ("sin", U(k::sin)), ("asin", U(k::asin)), ("cos", U(k::cos)), ("acos", U(k::acos)), ("tan", U(k::tan)), ("atan", U(k::atan)),
        ("enlist", U(k::enlist)), ("var", U(k::var)), ("dev", U(k::dev)), ("hopen", VU(handles::hopen)),
        ("all", U(k::all)), ("any", U(k::any)), ("asc", VU(words::asc)), ("attr", U(k::attr)), ("avgs", U(k::avgs)), ("ceiling", U(k::ceiling)),
        ("-':", U(k::deltas)), ("desc", VU(words::desc)), ("differ", U(k::differ)), ("eval", VU(|vm, x| vm.eval(x))), ("reval", VU(words::reval)), ("fills", U(k::fills)),
        ("gtime", VU(words::gtime)), ("ltime", VU(words::ltime)), ("hclose", VU(handles::hclose)), ("hsym", U(k::hsym)),
        ("inv", U(k::inv)), ("lower", U(k::lower)), ("upper", U(k::upper)), ("ltrim", U(k::ltrim)), ("rtrim", U(k::rtrim)), ("trim", U(k::trim)),
        ("maxs", U(k::maxs)), ("mins", U(k::mins)), ("md5", U(k::md5)), ("med", U(k::med)), ("next", U(k::next)), ("prev", U(k::prev)),
        ("parse", VU(words::parse)), ("prds", U(k::prds)), ("sums", U(k::sums)), ("rand", VU(|_, x| k::rand(x))), ("rank", U(k::rank)), ("%':", U(k::ratios)),
        ("raze", U(k::raze)), ("sdev", U(k::sdev)), ("svar", U(k::svar)), ("show", VU(words::show)), ("signum", U(k::signum)),
        ("system", VU(words::system)), ("til", U(k::til)), ("view", VU(words::view)), ("views", VU(words::views)),
    ];
    let binary: Vec<(&'static str, Run)> = vec![
        (":", B(|_, y| Ok(y.clone()))), ("+", B(k::add)), ("-", B(k::subtract)), ("*", B(k::multiply)), ("%", B(k::divide)), ("&", B(k::lesser)),
        ("|", B(k::greater)), ("^", B(k::fill)), ("=", B(k::equal)), ("<", B(k::less)), (">", B(k::more)), ("$", M(op::dollar)), (",", B(join::comma)),
        ("#", VB(op::hash)), ("_", M(op::underscore)), ("~", B(k::matches)), ("!", M(op::bang)), ("?", M(op::query)), ("@", M(op::at)), (".", M(op::dot)),
        ("in", B(k::in_)), ("within", B(k::within)), ("like", B(k::like)), ("bin", B(k::bin)), ("binr", B(k::binr)), ("ss", B(k::ss)),
        ("wsum", B(k::wsum)), ("wavg", B(k::wavg)), ("div", B(k::div)), ("xexp", B(k::xexp)), ("setenv", VB(words::setenv)), ("cov", B(k::cov)), ("cor", B(k::cor)),
        ("cross", B(k::cross)), ("cut", B(k::cut)), ("each", VB(|vm, f, x| vm.each_of(f, x))), ("peach", VB(|vm, f, x| vm.peach(f, x))),
        ("over", VB(|vm, f, x| vm.accumulate(f, None, x, false))), ("scan", VB(|vm, f, x| vm.accumulate(f, None, x, true))),
        ("prior", VB(|vm, f, y| vm.prior(f, None, y))), ("ema", B(k::ema)), ("except", B(k::except)), ("inter", B(k::inter)), ("union", B(k::union)),
        ("lsq", B(k::lsq)), ("mmu", B(k::mmu)), ("mavg", B(k::mavg)), ("mcount", B(k::mcount)), ("mdev", B(k::mdev)), ("mmax", B(k::mmax)), ("mmin", B(k::mmin)),
        ("mod", B(k::mod_)), ("msum", B(k::msum)), ("rotate", B(k::rotate)), ("scov", B(k::scov)), ("sublist", VB(words::sublist)), ("sv", B(k::sv)), ("vs", B(k::vs)),
        ("xbar", B(k::xbar)), ("xlog", B(k::xlog)), ("xprev", B(k::xprev)), ("xrank", B(k::xrank)), ("set", VB(files::set)),
    ];
    let native: Vec<(&'static str, Run)> = vec![("ssr", M(words::ssr))];
    let kinds = [(Kind::Unary, unary), (Kind::Binary, binary), (Kind::Native, native)];
    kinds.into_iter().flat_map(|(kind, rows)| rows.into_iter().map(move |(t, r)| (kind, t, r))).chain(more()).chain(members()).collect()
}

/// Members of namespaces.
fn members() -> Vec<(Kind, &'static str, Run)> {
    use crate::db;
    use crate::prims::{backtrace, compressed, console, files, filetext, persist, table};
    let rows: Vec<(&'static str, fn(&mut Vm, &[Value]) -> Result<Value>)> = vec![
        (".Q.atob", |_, a| k::bytes_of_base64(&a[0])),
        (".Q.await", |vm, a| files::await_file(vm, &a[0], &a[1])),
        (".Q.bt", |vm, _| backtrace::print(vm)),
        (".Q.btx", |_, a| backtrace::parts(&a[0])),
        (".Q.bv", |vm, a| db::bv(vm, &a[0])),
        (".Q.bvi", |vm, a| db::bv(vm, &a[0])),
        (".Q.chk", |vm, a| db::chk(vm, &a[0])),
        (".Q.cn", |vm, a| db::cn(vm, &a[0])),
        (".Q.const", |vm, a| files::repeat(vm, &a[0], &a[1], &a[2])),
        (".Q.csvbad", |vm, a| filetext::bad_fields(vm, &a[0], &a[1])),
        (".Q.csvload", |vm, a| filetext::load_checked(vm, &a[0], &a[1])),
        (".Q.dpft", |vm, a| persist::dpfts(vm, &a[0], &a[1], Some(&a[2]), &a[3], &Value::sym("sym"))),
        (".Q.dpfts", |vm, a| persist::dpfts(vm, &a[0], &a[1], Some(&a[2]), &a[3], &a[4])),
        (".Q.dpt", |vm, a| persist::dpfts(vm, &a[0], &a[1], None, &a[2], &Value::sym("sym"))),
        (".Q.dpts", |vm, a| persist::dpfts(vm, &a[0], &a[1], None, &a[2], &a[3])),
        (".Q.en", |vm, a| persist::en(vm, &a[0], &a[1])),
        (".Q.ens", |vm, a| persist::ens(vm, &a[0], &a[1], &a[2])),
        (".Q.fsync", |vm, a| files::fsync(vm, &a[0])),
        (".Q.gc", |vm, _| console::release(vm)),
        (".Q.ind", |vm, a| knowing(vm, || db::ind(&a[0], &a[1]))),
        (".Q.ipc", |vm, a| crate::prims::ipc::configure(vm, &a[0], &a[1])),
        (".Q.l", |vm, a| db::load_named(vm, &a[0])),
        (".Q.ld", |_, a| console::group_lines(&a[0])),
        (".Q.li", |vm, a| db::load_partitions(vm, &a[0])),
        (".Q.Ll", |vm, _| backtrace::live(vm)),
        (".Q.ln", |vm, a| files::link(vm, &a[0], &a[1])),
        (".Q.lo", |vm, a| db::load_without(vm, &a[0], &a[1], &a[2])),
        (".Q.MAP", |_, _| Ok(Value::identity())),
        (".Q.m.mp", |vm, a| crate::modules::module_path(vm, &a[0])),
        (".Q.mv", |vm, a| files::replace(vm, &a[0], &a[1])),
        (".Q.par", |vm, a| db::par(vm, &a[0], &a[1], &a[2])),
        (".Q.plan", |vm, a| crate::query::plan::plan(vm, &a[0])),
        (".Q.prf0", |vm, a| crate::profile::snapshot(vm, &a[0])),
        (".Q.qp", |_, a| Ok(db::qp(&a[0]))),
        (".Q.queue", |vm, a| crate::prims::ipc::queues(vm, &a[0])),
        (".Q.rows", |vm, a| files::rows(vm, &a[0])),
        (".Q.uptime", |vm, _| Ok(console::uptime(vm))),
        (".Q.rp", |_, a| crate::modules::resolve_path(&a[0])),
        (".Q.s", |vm, a| console::plain_text(vm, &a[0])),
        (".Q.s2", |vm, a| console::all_lines(vm, &a[0])),
        (".Q.sbt", |_, a| backtrace::text(&a[0])),
        (".Q.trp", |vm, a| backtrace::trap_at(vm, &a[0], &a[1], &a[2])),
        (".Q.trpd", |vm, a| backtrace::trap(vm, &a[0], &a[1], &a[2])),
        (".q.use", |vm, a| crate::modules::use_module(vm, &a[0])),
        (".Q.V", |vm, a| table::columns_by_name(vm, &a[0])),
        (".Q.view", |vm, a| db::view(vm, &a[0])),
        (".Q.Xf", |vm, a| persist::create_nested(vm, &a[0], &a[1])),
        (".Q.zcache", |vm, a| compressed::cache(vm, &a[0])),
        ("subquery", crate::query::form::subquery),
    ];
    rows.into_iter().map(|(text, f)| (Kind::Native, text, Run::Many(f))).collect()
}

/// Tables, joins and files.
#[rustfmt::skip]
fn more() -> Vec<(Kind, &'static str, Run)> {
    use Run::{Binary as B, Many as M, Unary as U, VmBinary as VB, VmUnary as VU};
    use crate::prims::{asof, fby, filetext, handles, join, persist, table, upsert, window};
    vec![
        (Kind::Unary, "load", VU(persist::load)), (Kind::Unary, "save", VU(persist::save)), (Kind::Unary, "rload", VU(persist::rload)),
        (Kind::Unary, "rsave", VU(persist::rsave)), (Kind::Binary, "dsave", VB(persist::dsave)),
        (Kind::Binary, "0:", VB(filetext::text)), (Kind::Binary, "1:", VB(filetext::bytes)), (Kind::Binary, "2:", VB(crate::prims::dynamic::load)),
        (Kind::Unary, "cols", VU(table::cols)), (Kind::Unary, "keys", VU(table::keys)), (Kind::Unary, "meta", VU(table::meta)),
        (Kind::Unary, "fkeys", VU(table::fkeys)), (Kind::Unary, "tables", VU(table::tables)), (Kind::Unary, "ungroup", U(table::ungroup)),
        (Kind::Unary, "hcount", VU(handles::hcount)), (Kind::Unary, "hdel", VU(handles::hdel)),
        (Kind::Binary, "xcol", B(table::xcol)), (Kind::Binary, "xcols", B(table::xcols)), (Kind::Binary, "xkey", VB(table::xkey)),
        (Kind::Binary, "xasc", VB(table::xasc)), (Kind::Binary, "xdesc", VB(table::xdesc)), (Kind::Binary, "xgroup", B(table::xgroup)),
        (Kind::Binary, "insert", VB(upsert::insert)), (Kind::Binary, "upsert", VB(upsert::upsert)), (Kind::Binary, "fby", VB(fby::fby)),
        (Kind::Binary, "lj", VB(join::lj)), (Kind::Binary, "ljf", VB(join::ljf)), (Kind::Binary, "ij", B(join::ij)), (Kind::Binary, "ijf", B(join::ijf)),
        (Kind::Binary, "uj", B(join::uj)), (Kind::Binary, "ujf", B(join::ujf)), (Kind::Binary, "pj", VB(join::pj)), (Kind::Binary, "asof", B(asof::asof)),
        (Kind::Native, "ej", M(|_, a| join::ej(&a[0], &a[1], &a[2]))),
        (Kind::Native, "aj", M(|vm, a| asof::aj(vm, &a[0], &a[1], &a[2]))), (Kind::Native, "aj0", M(|vm, a| asof::aj0(vm, &a[0], &a[1], &a[2]))),
        (Kind::Native, "ajf", M(|vm, a| asof::ajf(vm, &a[0], &a[1], &a[2]))), (Kind::Native, "ajf0", M(|vm, a| asof::ajf0(vm, &a[0], &a[1], &a[2]))),
        (Kind::Native, "wj", M(|vm, a| window::wj(vm, &a[0], &a[1], &a[2], &a[3]))), (Kind::Native, "wj1", M(|vm, a| window::wj1(vm, &a[0], &a[1], &a[2], &a[3]))),
    ]
}

/// `,/` of lists and atoms: joined in one go, since joining one by one copies what is there each time.
fn joined_at_once(start: Option<&Value>, y: &Value) -> Option<Result<Value>> {
    let Some(x) = start else { return Some(k::raze(y)) };
    if !(x.is_atom() || x.is_list()) {
        return None;
    }
    // What is no list there joins in another way, or not at all.
    let all = k::raze(y).ok().filter(Value::is_list)?;
    Some(k::join(x, &all))
}

/// Reductions that a kernel does at once: `,/`, and `+ * | &` of a vector of numbers, which are `sum`, `prd`, `max` and
/// `min` (ref/sum): nulls are left out there too. A number on the left joins at the end.
pub fn reduce_at_once(f: &Value, start: Option<&Value>, y: &Value, scan: bool) -> Option<Result<Value>> {
    use quarry_value::Type;
    let Value::Prim(p) = f else { return None };
    if p.kind() != Kind::Binary || y.count() == 0 {
        return None;
    }
    if p.text() == "," && !scan && matches!(y, Value::List(_) | Value::Vector(_)) {
        return joined_at_once(start, y);
    }
    if p.text() == "uj" && !scan && start.is_none() && y.count() > 2 {
        return crate::prims::join::uj_all(y);
    }
    let is_number = |ty| matches!(ty, Type::Int | Type::Long | Type::Real | Type::Float);
    // Totals and products of narrower ones are ints from the first on.
    let narrow = |ty| matches!(ty, Type::Bool | Type::Byte | Type::Short);
    let grows = |ty| start.is_none() && matches!(p.text(), "+" | "*") && narrow(ty);
    // `sum` is `+/`, of whatever has numbers (ref/sum, ref/prd, ref/max, ref/min).
    let computes = |ty| match ty {
        Type::Symbol | Type::Guid | Type::Enum => false,
        Type::Char => matches!(p.text(), "&" | "|"),
        _ => true,
    };
    let plain = match y {
        Value::Vector(v) => is_number(v.ty) || start.is_none() && computes(v.ty),
        Value::List(l) if start.is_none() && !scan => {
            l.as_slice().iter().all(|x| x.is_atom() && x.item_type().is_some_and(computes))
        }
        Value::Table(t) => scan && grows(Type::Short) && !t.is_elsewhere(),
        _ => false,
    };
    let starts = |s: &Value| s.is_atom() && s.item_type().is_some_and(|ty| is_number(ty) || narrow(ty));
    if !plain || start.is_some_and(|s| !starts(s)) {
        return None;
    }
    // What it starts from may be of a wider type, which no total of the narrower ones may leave.
    let widths = [Type::Int, Type::Long, Type::Real, Type::Float];
    let width = |x: &Value| widths.iter().position(|ty| x.item_type() == Some(*ty));
    let wide = match start {
        Some(s) if width(s) > width(y) => k::cast(&Value::I16(widths[width(s)?] as i16), y).ok(),
        _ => None,
    };
    let y = wide.as_ref().unwrap_or(y);
    let all = match (p.text(), scan) {
        ("+", false) => k::sum(y),
        ("+", true) => k::sums(y),
        ("*", false) => k::prd(y),
        ("*", true) => k::prds(y),
        ("|", false) => k::max(y),
        ("|", true) => k::maxs(y),
        ("&", false) => k::min(y),
        ("&", true) => k::mins(y),
        _ => return None,
    };
    Some(match start {
        Some(x) => match run(*p) {
            Run::Binary(join) => all.and_then(|all| join(x, &all)),
            _ => return None,
        },
        None => all,
    })
}

/// `-':` is `deltas`, `%':` is `ratios`, on vectors of numbers.
pub fn prior_at_once(f: &Value, y: &Value) -> Option<Result<Value>> {
    let (Value::Prim(p), Value::Vector(_)) = (f, y) else { return None };
    match (p.kind(), p.text()) {
        (Kind::Binary, "-") => Some(k::deltas(y)),
        (Kind::Binary, "%") => Some(k::ratios(y)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Primitives that have no binding yet, as `COMPAT.md` says: they signal 'nyi.
    const MISSING: &[&str] = &["2::"];

    #[test]
    fn every_primitive_is_bound() {
        let unbound = |p: &Prim| matches!(run(*p), Run::Missing);
        let missing: Vec<_> =
            Prim::all().filter(|p| p.kind() != Kind::Iter && unbound(p)).map(Prim::text).collect();
        assert_eq!(missing, MISSING);
    }
}
