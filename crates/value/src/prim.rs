//! The names of q's primitives: operators, iterators and keywords, with their places on the wire.
//!
//! This is the one list of names. What each does is bound by id in the language crate, where a test sees to it
//! that no row is left unbound.

use crate::Sym;
use std::collections::HashMap;
use std::sync::OnceLock;

/// A primitive: its row in [`ROWS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Prim(u16);

/// What `type` says of a primitive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// 101h
    Unary,
    /// 102h; binary keywords are infix
    Binary,
    /// 103h: the six iterators, not yet applied
    Iter,
    /// 100h: our own functions of other ranks
    Native,
}

/// One primitive's names.
pub struct Row {
    /// How it is shown: `+:` for `flip`.
    pub text: &'static str,
    /// The keywords that mean it.
    pub keywords: &'static [&'static str],
    pub kind: Kind,
    pub rank: u8,
    /// The index byte on the wire, or [`NO_WIRE`].
    pub wire: u8,
}

/// The index of a primitive that kdb+ has as a lambda.
pub const NO_WIRE: u8 = 254;

const fn row(text: &'static str, keywords: &'static [&'static str], kind: Kind, rank: u8, wire: u8) -> Row {
    Row { text, keywords, kind, rank, wire }
}

impl Prim {
    /// `::`
    pub const IDENTITY: Prim = Prim(0);
    /// A query within another one's phrases, with the local variables that it may read.
    pub const SUBQUERY: Prim = Prim(1);
    /// The elided argument, 255 on the wire.
    pub const ELIDED: Prim = Prim(u16::MAX);

    /// The primitive of a kind with this display text, e.g. `(Kind::Unary, "+:")`.
    pub fn find(kind: Kind, text: &str) -> Option<Prim> {
        ROWS.iter().position(|r| r.kind == kind && r.text == text).map(|i| Prim(i as u16))
    }

    /// The primitive that a keyword means.
    pub fn keyword(word: Sym) -> Option<Prim> {
        static WORDS: OnceLock<HashMap<Sym, Prim>> = OnceLock::new();
        let words = WORDS.get_or_init(|| {
            let all = ROWS.iter().enumerate();
            all.flat_map(|(i, r)| r.keywords.iter().map(move |k| (Sym::new(k), Prim(i as u16)))).collect()
        });
        words.get(&word).copied()
    }

    /// The primitive at an index of the wire's table for `kind`.
    pub fn from_wire(kind: Kind, index: u8) -> Option<Prim> {
        if kind == Kind::Unary && index == 255 {
            return Some(Prim::ELIDED);
        }
        let hit = |r: &Row| r.kind == kind && r.wire == index && index != NO_WIRE;
        ROWS.iter().position(hit).map(|i| Prim(i as u16))
    }

    /// Every primitive, in the order of [`ROWS`].
    pub fn all() -> impl Iterator<Item = Prim> {
        (0..ROWS.len() as u16).map(Prim)
    }

    /// What `of` says of each primitive, by [`Prim::id`]; of the elided argument what it says of `::`.
    pub fn each<T>(of: impl Fn(Prim) -> T) -> Vec<T> {
        Prim::all().chain([Prim::IDENTITY]).map(of).collect()
    }

    /// The place in [`ROWS`]; `ROWS.len()` for the elided argument.
    #[inline]
    pub fn id(self) -> usize {
        if self == Prim::ELIDED { ROWS.len() } else { self.0 as usize }
    }

    /// The row; the elided argument answers as `::` does.
    pub fn row(self) -> &'static Row {
        if self == Prim::ELIDED { &ROWS[0] } else { &ROWS[self.0 as usize] }
    }

    pub fn kind(self) -> Kind {
        self.row().kind
    }

    pub fn type_number(self) -> i16 {
        match self.kind() {
            Kind::Unary => 101,
            Kind::Binary => 102,
            Kind::Iter => 103,
            Kind::Native => 100,
        }
    }

    /// Is it a word of the language itself, in k as in q, and so no member of `.q`? All of these have a place on the
    /// wire, which is where `.Q.res` comes from.
    pub fn is_reserved(self) -> bool {
        let row = self.row();
        row.wire != NO_WIRE && row.keywords.contains(&row.text)
    }

    /// How it is shown; nothing for the elided argument.
    pub fn text(self) -> &'static str {
        if self == Prim::ELIDED { "" } else { self.row().text }
    }
}

impl std::fmt::Debug for Prim {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.text())
    }
}

/// Every primitive. The ones with a wire index stand in its order.
#[rustfmt::skip]
pub static ROWS: &[Row] = &[
    row("::", &[], Kind::Unary, 1, 0),
    row("subquery", &[], Kind::Native, 8, NO_WIRE),
    row("+:", &["flip"], Kind::Unary, 1, 1),
    row("-:", &["neg"], Kind::Unary, 1, 2),
    row("*:", &["first"], Kind::Unary, 1, 3),
    row("%:", &["reciprocal"], Kind::Unary, 1, 4),
    row("&:", &["where"], Kind::Unary, 1, 5),
    row("|:", &["reverse"], Kind::Unary, 1, 6),
    row("^:", &["null"], Kind::Unary, 1, 7),
    row("=:", &["group"], Kind::Unary, 1, 8),
    row("<:", &["iasc"], Kind::Unary, 1, 9),
    row(">:", &["idesc"], Kind::Unary, 1, 10),
    row("$:", &["string"], Kind::Unary, 1, 11),
    row(",:", &[], Kind::Unary, 1, 12),
    row("#:", &["count"], Kind::Unary, 1, 13),
    row("_:", &["floor"], Kind::Unary, 1, 14),
    row("~:", &["not"], Kind::Unary, 1, 15),
    row("!:", &["key"], Kind::Unary, 1, 16),
    row("?:", &["distinct"], Kind::Unary, 1, 17),
    row("@:", &["type"], Kind::Unary, 1, 18),
    row(".:", &["value", "get"], Kind::Unary, 1, 19),
    row("0::", &["read0"], Kind::Unary, 1, 20),
    row("1::", &["read1"], Kind::Unary, 1, 21),
    row("2::", &[], Kind::Unary, 1, 22),
    row("avg", &["avg"], Kind::Unary, 1, 23),
    row("last", &["last"], Kind::Unary, 1, 24),
    row("sum", &["sum"], Kind::Unary, 1, 25),
    row("prd", &["prd"], Kind::Unary, 1, 26),
    row("min", &["min"], Kind::Unary, 1, 27),
    row("max", &["max"], Kind::Unary, 1, 28),
    row("exit", &["exit"], Kind::Unary, 1, 29),
    row("getenv", &["getenv"], Kind::Unary, 1, 30),
    row("abs", &["abs"], Kind::Unary, 1, 31),
    row("sqrt", &["sqrt"], Kind::Unary, 1, 32),
    row("log", &["log"], Kind::Unary, 1, 33),
    row("exp", &["exp"], Kind::Unary, 1, 34),
    row("sin", &["sin"], Kind::Unary, 1, 35),
    row("asin", &["asin"], Kind::Unary, 1, 36),
    row("cos", &["cos"], Kind::Unary, 1, 37),
    row("acos", &["acos"], Kind::Unary, 1, 38),
    row("tan", &["tan"], Kind::Unary, 1, 39),
    row("atan", &["atan"], Kind::Unary, 1, 40),
    row("enlist", &["enlist"], Kind::Unary, 1, 41),
    row("var", &["var"], Kind::Unary, 1, 42),
    row("dev", &["dev"], Kind::Unary, 1, 43),
    row("hopen", &["hopen"], Kind::Unary, 1, 44),
    row(":", &[], Kind::Binary, 2, 0),
    row("+", &[], Kind::Binary, 2, 1),
    row("-", &[], Kind::Binary, 2, 2),
    row("*", &[], Kind::Binary, 2, 3),
    row("%", &[], Kind::Binary, 2, 4),
    row("&", &["and"], Kind::Binary, 2, 5),
    row("|", &["or"], Kind::Binary, 2, 6),
    row("^", &[], Kind::Binary, 2, 7),
    row("=", &[], Kind::Binary, 2, 8),
    row("<", &[], Kind::Binary, 2, 9),
    row(">", &[], Kind::Binary, 2, 10),
    row("$", &[], Kind::Binary, 2, 11),
    row(",", &[], Kind::Binary, 2, 12),
    row("#", &[], Kind::Binary, 2, 13),
    row("_", &[], Kind::Binary, 2, 14),
    row("~", &[], Kind::Binary, 2, 15),
    row("!", &[], Kind::Binary, 2, 16),
    row("?", &[], Kind::Binary, 2, 17),
    row("@", &[], Kind::Binary, 2, 18),
    row(".", &[], Kind::Binary, 2, 19),
    row("0:", &[], Kind::Binary, 2, 20),
    row("1:", &[], Kind::Binary, 2, 21),
    row("2:", &[], Kind::Binary, 2, 22),
    row("in", &["in"], Kind::Binary, 2, 23),
    row("within", &["within"], Kind::Binary, 2, 24),
    row("like", &["like"], Kind::Binary, 2, 25),
    row("bin", &["bin"], Kind::Binary, 2, 26),
    row("ss", &["ss"], Kind::Binary, 2, 27),
    row("insert", &["insert"], Kind::Binary, 2, 28),
    row("wsum", &["wsum"], Kind::Binary, 2, 29),
    row("wavg", &["wavg"], Kind::Binary, 2, 30),
    row("div", &["div"], Kind::Binary, 2, 31),
    row("xexp", &["xexp"], Kind::Binary, 2, 32),
    row("setenv", &["setenv"], Kind::Binary, 2, 33),
    row("binr", &["binr"], Kind::Binary, 2, 34),
    row("cov", &["cov"], Kind::Binary, 2, 35),
    row("cor", &["cor"], Kind::Binary, 2, 36),
    row("'", &[], Kind::Iter, 3, 0),
    row("/", &[], Kind::Iter, 3, 1),
    row("\\", &[], Kind::Iter, 3, 2),
    row("':", &[], Kind::Iter, 3, 3),
    row("/:", &[], Kind::Iter, 3, 4),
    row("\\:", &[], Kind::Iter, 3, 5),
    row("all", &["all"], Kind::Unary, 1, NO_WIRE),
    row("any", &["any"], Kind::Unary, 1, NO_WIRE),
    row("asc", &["asc"], Kind::Unary, 1, NO_WIRE),
    row("attr", &["attr"], Kind::Unary, 1, NO_WIRE),
    row("avgs", &["avgs"], Kind::Unary, 1, NO_WIRE),
    row("ceiling", &["ceiling"], Kind::Unary, 1, NO_WIRE),
    row("cols", &["cols"], Kind::Unary, 1, NO_WIRE),
    row("-':", &["deltas"], Kind::Unary, 1, NO_WIRE),
    row("desc", &["desc"], Kind::Unary, 1, NO_WIRE),
    row("differ", &["differ"], Kind::Unary, 1, NO_WIRE),
    row("eval", &["eval"], Kind::Unary, 1, NO_WIRE),
    row("fills", &["fills"], Kind::Unary, 1, NO_WIRE),
    row("fkeys", &["fkeys"], Kind::Unary, 1, NO_WIRE),
    row("gtime", &["gtime"], Kind::Unary, 1, NO_WIRE),
    row("hclose", &["hclose"], Kind::Unary, 1, NO_WIRE),
    row("hcount", &["hcount"], Kind::Unary, 1, NO_WIRE),
    row("hdel", &["hdel"], Kind::Unary, 1, NO_WIRE),
    row("hsym", &["hsym"], Kind::Unary, 1, NO_WIRE),
    row("inv", &["inv"], Kind::Unary, 1, NO_WIRE),
    row("keys", &["keys"], Kind::Unary, 1, NO_WIRE),
    row("load", &["load"], Kind::Unary, 1, NO_WIRE),
    row("lower", &["lower"], Kind::Unary, 1, NO_WIRE),
    row("ltime", &["ltime"], Kind::Unary, 1, NO_WIRE),
    row("ltrim", &["ltrim"], Kind::Unary, 1, NO_WIRE),
    row("maxs", &["maxs"], Kind::Unary, 1, NO_WIRE),
    row("md5", &["md5"], Kind::Unary, 1, NO_WIRE),
    row("med", &["med"], Kind::Unary, 1, NO_WIRE),
    row("meta", &["meta"], Kind::Unary, 1, NO_WIRE),
    row("mins", &["mins"], Kind::Unary, 1, NO_WIRE),
    row("next", &["next"], Kind::Unary, 1, NO_WIRE),
    row("parse", &["parse"], Kind::Unary, 1, NO_WIRE),
    row("prds", &["prds"], Kind::Unary, 1, NO_WIRE),
    row("prev", &["prev"], Kind::Unary, 1, NO_WIRE),
    row("rand", &["rand"], Kind::Unary, 1, NO_WIRE),
    row("rank", &["rank"], Kind::Unary, 1, NO_WIRE),
    row("%':", &["ratios"], Kind::Unary, 1, NO_WIRE),
    row("raze", &["raze"], Kind::Unary, 1, NO_WIRE),
    row("reval", &["reval"], Kind::Unary, 1, NO_WIRE),
    row("rload", &["rload"], Kind::Unary, 1, NO_WIRE),
    row("rsave", &["rsave"], Kind::Unary, 1, NO_WIRE),
    row("rtrim", &["rtrim"], Kind::Unary, 1, NO_WIRE),
    row("save", &["save"], Kind::Unary, 1, NO_WIRE),
    row("sdev", &["sdev"], Kind::Unary, 1, NO_WIRE),
    row("show", &["show"], Kind::Unary, 1, NO_WIRE),
    row("signum", &["signum"], Kind::Unary, 1, NO_WIRE),
    row("sums", &["sums"], Kind::Unary, 1, NO_WIRE),
    row("svar", &["svar"], Kind::Unary, 1, NO_WIRE),
    row("system", &["system"], Kind::Unary, 1, NO_WIRE),
    row("tables", &["tables"], Kind::Unary, 1, NO_WIRE),
    row("til", &["til"], Kind::Unary, 1, NO_WIRE),
    row("trim", &["trim"], Kind::Unary, 1, NO_WIRE),
    row("ungroup", &["ungroup"], Kind::Unary, 1, NO_WIRE),
    row("upper", &["upper"], Kind::Unary, 1, NO_WIRE),
    row("view", &["view"], Kind::Unary, 1, NO_WIRE),
    row("views", &["views"], Kind::Unary, 1, NO_WIRE),
    row("asof", &["asof"], Kind::Binary, 2, NO_WIRE),
    row("cross", &["cross"], Kind::Binary, 2, NO_WIRE),
    row("cut", &["cut"], Kind::Binary, 2, NO_WIRE),
    row("dsave", &["dsave"], Kind::Binary, 2, NO_WIRE),
    row("each", &["each"], Kind::Binary, 2, NO_WIRE),
    row("ema", &["ema"], Kind::Binary, 2, NO_WIRE),
    row("except", &["except"], Kind::Binary, 2, NO_WIRE),
    row("fby", &["fby"], Kind::Binary, 2, NO_WIRE),
    row("ij", &["ij"], Kind::Binary, 2, NO_WIRE),
    row("ijf", &["ijf"], Kind::Binary, 2, NO_WIRE),
    row("inter", &["inter"], Kind::Binary, 2, NO_WIRE),
    row("lj", &["lj"], Kind::Binary, 2, NO_WIRE),
    row("ljf", &["ljf"], Kind::Binary, 2, NO_WIRE),
    row("lsq", &["lsq"], Kind::Binary, 2, NO_WIRE),
    row("mavg", &["mavg"], Kind::Binary, 2, NO_WIRE),
    row("mcount", &["mcount"], Kind::Binary, 2, NO_WIRE),
    row("mdev", &["mdev"], Kind::Binary, 2, NO_WIRE),
    row("mmax", &["mmax"], Kind::Binary, 2, NO_WIRE),
    row("mmin", &["mmin"], Kind::Binary, 2, NO_WIRE),
    row("mmu", &["mmu"], Kind::Binary, 2, NO_WIRE),
    row("mod", &["mod"], Kind::Binary, 2, NO_WIRE),
    row("msum", &["msum"], Kind::Binary, 2, NO_WIRE),
    row("over", &["over"], Kind::Binary, 2, NO_WIRE),
    row("peach", &["peach"], Kind::Binary, 2, NO_WIRE),
    row("pj", &["pj"], Kind::Binary, 2, NO_WIRE),
    row("prior", &["prior"], Kind::Binary, 2, NO_WIRE),
    row("rotate", &["rotate"], Kind::Binary, 2, NO_WIRE),
    row("scan", &["scan"], Kind::Binary, 2, NO_WIRE),
    row("scov", &["scov"], Kind::Binary, 2, NO_WIRE),
    row("set", &["set"], Kind::Binary, 2, NO_WIRE),
    row("sublist", &["sublist"], Kind::Binary, 2, NO_WIRE),
    row("sv", &["sv"], Kind::Binary, 2, NO_WIRE),
    row("uj", &["uj"], Kind::Binary, 2, NO_WIRE),
    row("ujf", &["ujf"], Kind::Binary, 2, NO_WIRE),
    row("union", &["union"], Kind::Binary, 2, NO_WIRE),
    row("upsert", &["upsert"], Kind::Binary, 2, NO_WIRE),
    row("vs", &["vs"], Kind::Binary, 2, NO_WIRE),
    row("xasc", &["xasc"], Kind::Binary, 2, NO_WIRE),
    row("xbar", &["xbar"], Kind::Binary, 2, NO_WIRE),
    row("xcol", &["xcol"], Kind::Binary, 2, NO_WIRE),
    row("xcols", &["xcols"], Kind::Binary, 2, NO_WIRE),
    row("xdesc", &["xdesc"], Kind::Binary, 2, NO_WIRE),
    row("xgroup", &["xgroup"], Kind::Binary, 2, NO_WIRE),
    row("xkey", &["xkey"], Kind::Binary, 2, NO_WIRE),
    row("xlog", &["xlog"], Kind::Binary, 2, NO_WIRE),
    row("xprev", &["xprev"], Kind::Binary, 2, NO_WIRE),
    row("xrank", &["xrank"], Kind::Binary, 2, NO_WIRE),
    row("aj", &["aj"], Kind::Native, 3, NO_WIRE),
    row("aj0", &["aj0"], Kind::Native, 3, NO_WIRE),
    row("ajf", &["ajf"], Kind::Native, 3, NO_WIRE),
    row("ajf0", &["ajf0"], Kind::Native, 3, NO_WIRE),
    row("ej", &["ej"], Kind::Native, 3, NO_WIRE),
    row("ssr", &["ssr"], Kind::Native, 3, NO_WIRE),
    row("wj", &["wj"], Kind::Native, 4, NO_WIRE),
    row("wj1", &["wj1"], Kind::Native, 4, NO_WIRE),
    // Members of namespaces: their texts are the names they are found under.
    row(".Q.bt", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.Ll", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.btx", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.atob", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.await", &[], Kind::Native, 2, NO_WIRE),
    row(".Q.bv", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.bvi", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.chk", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.cn", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.csvbad", &[], Kind::Native, 2, NO_WIRE),
    row(".Q.csvload", &[], Kind::Native, 2, NO_WIRE),
    row(".Q.const", &[], Kind::Native, 3, NO_WIRE),
    row(".Q.dpft", &[], Kind::Native, 4, NO_WIRE),
    row(".Q.dpfts", &[], Kind::Native, 5, NO_WIRE),
    row(".Q.dpt", &[], Kind::Native, 3, NO_WIRE),
    row(".Q.dpts", &[], Kind::Native, 4, NO_WIRE),
    row(".Q.en", &[], Kind::Native, 2, NO_WIRE),
    row(".Q.ens", &[], Kind::Native, 3, NO_WIRE),
    row(".Q.gc", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.ind", &[], Kind::Native, 2, NO_WIRE),
    row(".Q.ipc", &[], Kind::Native, 2, NO_WIRE),
    row(".Q.l", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.ld", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.li", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.ln", &[], Kind::Native, 2, NO_WIRE),
    row(".Q.lo", &[], Kind::Native, 3, NO_WIRE),
    row(".Q.MAP", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.m.mp", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.mv", &[], Kind::Native, 2, NO_WIRE),
    row(".Q.par", &[], Kind::Native, 3, NO_WIRE),
    row(".Q.plan", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.prf0", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.qp", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.rows", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.uptime", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.rp", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.s", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.s2", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.sbt", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.trp", &[], Kind::Native, 3, NO_WIRE),
    row(".Q.trpd", &[], Kind::Native, 3, NO_WIRE),
    row(".Q.queue", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.Xf", &[], Kind::Native, 2, NO_WIRE),
    row(".Q.V", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.view", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.zcache", &[], Kind::Native, 1, NO_WIRE),
    row(".Q.fsync", &[], Kind::Native, 1, NO_WIRE),
    row(".q.use", &[], Kind::Native, 1, NO_WIRE),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wire_indexes_find_their_rows() {
        assert_eq!(Prim::from_wire(Kind::Unary, 0x0f).map(Prim::text), Some("~:"));
        assert_eq!(Prim::from_wire(Kind::Unary, 0x1c).map(Prim::text), Some("max"));
        assert_eq!(Prim::from_wire(Kind::Binary, 0x10).map(Prim::text), Some("!"));
        assert_eq!(Prim::from_wire(Kind::Unary, 255), Some(Prim::ELIDED));
        assert_eq!(Prim::keyword(Sym::new("flip")), Prim::find(Kind::Unary, "+:"));
        assert_eq!(Prim::keyword(Sym::new("and")), Prim::find(Kind::Binary, "&"));
    }

    #[test]
    fn keywords_are_distinct() {
        let mut words: Vec<_> = ROWS.iter().flat_map(|r| r.keywords).collect();
        let count = words.len();
        words.sort();
        words.dedup();
        assert_eq!(words.len(), count);
    }
}
