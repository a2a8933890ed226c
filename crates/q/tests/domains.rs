//! Memory domains: `q -m folder` over real file systems.
//!
//! Without `-m` the namespace `.m` is one like any other, which the transcripts show.

mod common;

use common::{Folder, Said, q, typed};
use std::path::Path;
use std::process::Command;

/// What `q -m folder` says to lines.
fn say(folder: &Path, flags: &[&str], lines: &str) -> Said {
    let folder = folder.to_str().expect("a plain path");
    typed(&mut q(&[&["-q", "-m", folder], flags].concat()), lines)
}

/// Folders of the file systems that are to be had here: the disk's, and one in memory.
fn folders(name: &str) -> Vec<Folder> {
    let shared = Path::new("/dev/shm");
    let probe = shared.join(format!("quarry_{name}_{}", std::process::id()));
    let may_write = std::fs::create_dir(&probe).is_ok();
    let in_memory = may_write.then(|| Folder::within(shared, name));
    [Folder::new(name)].into_iter().chain(in_memory).collect()
}

/// Lines behind `q)` are typed; the others are what is said to them.
fn split(session: &str, lines: &mut String, expected: &mut String) {
    for line in session.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let (to, text) = line.strip_prefix("q)").map_or((&mut *expected, line), |typed| (&mut *lines, typed));
        to.push_str(text);
        to.push('\n');
    }
}

fn check(folder: &Path, flags: &[&str], session: &str) {
    let (mut lines, mut expected) = (String::new(), String::new());
    split(session, &mut lines, &mut expected);
    let said = say(folder, flags, &lines);
    assert_eq!((said.out.as_str(), said.err.as_str()), (expected.as_str(), ""), "{lines}");
}

fn check_everywhere(name: &str, flags: &[&str], session: &str) {
    for folder in folders(name) {
        check(folder.path(), flags, session);
    }
}

#[test]
fn what_is_in_m_lies_in_domain_1() {
    check_everywhere(
        "domain_1",
        &[],
        r#"
        q)-120!'(1 2 3;.m.x:1 2 3)
        0 1
        q)a:.m.a:1 2 3; -120!a
        1
        q)-120!'(.m.x+1;5;`a;"abc")
        0 0 0 0
        q)t:.m.t:([]a:`long$();s:())
        q)`t insert (1 2;("ab";"cd"));
        q)`t insert -9!-8!(1 2;("ab";"cd"));
        q)`t insert (1 2;string 3 4);
        q)t,:([]a:1 2;s:string 3 4)
        q)(-120!'t`s;-120!t`a)
        1 1 1 1 1 1 1 1
        1
        q)kept:{$[(t:type x)in -2 1 2 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19h;-120!x;t=0;(-120!x),raze .z.s each x;t=99;(-120!x),.z.s[key x],.z.s value x;t=98;(-120!x),raze .z.s each value flip x;t>103;(-120!x),raze .z.s each value x;()]}
        q)v:((1 2;`a`b;"ab");`a`b!(1 2;3 4);([]a:1 2;b:(1 2;3 4));([k:`a`b]v:1 2);+[1 2];1?0Ng;("ab";"cd"))
        q)(count d;any d:kept v)
        26
        0b
        q).m.v:v; .m.v~v
        1b
        q)(count d;all d:kept .m.v)
        26
        1b
        q).m.y:.m.x; 2<-16!.m.x
        1b
        q).m.f:f:{x}; -120!'(f;.m.f;.m.g:f each)
        0 0 1
        q)`.m.s set `a`b; -120!.m.s
        1
        q).m.sub.x:1 2; -120!.m.sub.x
        1
        q)(.m.d1;.m.d2):(1 2;3 4); -120!'(.m.d1;.m.d2)
        1 1
        q).m:`r`s!(1 2;3 4); -120!'.m`r`s
        1 1
        q)-120!x:get value"`.m.r"
        1
    "#,
    );
}

#[test]
fn changes_stay_in_their_domain() {
    check_everywhere(
        "domain_changes",
        &[],
        r#"
        q)t:.m.t:til 10
        q)t,:10
        q)-120!t
        1
        q)count each(t;.m.t)
        11 10
        q)t[3]:7; -120!t
        1
        q).m.t[0]:5; .m.t,:1 2; .m.t+:1; -120!.m.t
        1
        q).m.t
        6 2 3 4 5 6 7 8 9 10 2 3
        q).m.l:(1 2;"ab"); .m.l,:enlist 3 4; .m.l[0]:5 6; -120!'enlist[.m.l],.m.l
        1 1 1 1
        q).m.s:("ab";"cd"); .m.s,:enlist "ef"; .m.s[0]:"xyz"; -120!'enlist[.m.s],.m.s
        1 1 1 1
        q).m.d:`a`b!(1 2;3 4); .m.d[`c]:5 6; .m.d[`a],:3; (-120!.m.d),-120!'value .m.d
        1 1 1 1
        q).m.k:("ab";"cd")!(1 2;3 4); .m.k["ef"]:5 6; -120!'key[.m.k],value .m.k
        1 1 1 1 1 1
        q).m.x:(1 2;3 4); o:3 4 5; @[`.m.x;0;{o}]; -120!'.m.x
        1 1
        q).m.u:([]a:`g#1 2 1;s:`a`b`c;n:(1 2;3 4;5 6))
        q)`.m.u insert (1;`d;7 8);
        q)`.m.u upsert (2;`e;9 10);
        q)update a+1 from `.m.u;
        q)-120!'value[flip .m.u],.m.u`n
        1 1 1 1 1 1 1 1
        q)exec first n from .m.u where a=3
        3 4
        q).m.kt:([k:`a`b]v:1 2); `.m.kt upsert (`b;5); `.m.kt upsert (`c;7);
        q)-120!'(key[.m.kt]`k;value[.m.kt]`v)
        1 1
        q)w:.m.w:([]a:`long$();b:()); do[3;`w insert (1;1 2)]; -120!'value[flip w],w`b
        1 1 1 1 1
        q)count each(w;.m.w)
        3 0
        q)-120!'(t,1;asc .m.t;1_.m.t;exec a from select from w)
        0 0 0 1
    "#,
    );
}

#[test]
fn appending_copies_nothing() {
    check_everywhere(
        "domain_append",
        &[],
        r#"
        q).m.x:til 1000000
        q).m.x,:1
        q)1000000>last system"ts:100 .m.x,:1"
        1b
        q)count .m.x
        1000101
    "#,
    );
}

#[test]
fn code_of_m_allocates_in_domain_1() {
    check_everywhere(
        "domain_code",
        &[],
        r#"
        q)\d .myns
        q)g:{til x}
        q)\d .m
        q)-120!til 10
        1
        q)w:{system"w"};f:{.myns.g x};bad:{.myns.g x;'`oops}
        q)\d .
        q)-120!'(.myns.g 10;x:.m.f 1000000)
        0 1
        q)b:.m.w[]; x:.m.f 1000000; .m.w[][0]within b[0]+0 100000
        1b
        q)system["w"][0]<b 0
        1b
        q)8000000<b 0
        1b
        q)@[.m.bad;10;::]
        "oops"
        q)-120!til 10
        0
        q)h:{.m.f x}; -120!'(h 10;{x+1}h 10)
        1 0
        q)u:value each ("\\d .m";"\\w";".Q.w[]";"\\d .";"\\w"); (u[2;`used]>8000000;u[2;`used]<9000000;u[4;0]<8000000)
        111b
        q)-120!til 10
        0
        q).m.v::til 3
        q)-120!.m.v
        1
    "#,
    );
}

#[test]
fn code_of_m_is_called_in_every_way() {
    check_everywhere(
        "domain_calls",
        &["-s", "2"],
        r#"
        q)d:{-120!x}
        q)\d .m
        q)r:{til 4}
        q)two:{a:til 10;b:{til 5}[];(a;b)}
        q)half:{til x+y}[;1]
        q)lam:{{til x}x}
        q)ret:{{til x}}
        q)each_:{til x}each
        q)fail:{til 4;'"no"}
        q)vw:r[0]*2
        q)\d .
        q)d each(.m.r[];@[.m.r;0;0];.[.m.r;enlist 0;0];.m.half 5;.m.lam 5;.m.ret[]5;(.m.r/)[2;1 2])
        1 1 1 1 1 1 1
        q)d each(value(`.m.r;0);value".m.r 0";eval(`.m.r;0);.m[`r]0;{x y}[.m.r;0];$[1b;.m.r 0;()])
        1 1 1 1 1 1
        q)d each raze(.m.two[];.m.each_ 5 6;.m.r peach 1 2;.m.r'[til 2])
        1 1 1 1 1 1 1 1
        q)d exec a from select a:.m.r[]from([]b:til 4)
        1
        q)d each(.[.m.fail;enlist 1;{til 5}];.Q.trp[.m.fail;1;{[e;b]til 3}];til 3)
        0 0 0
        q)d .m.vw
        1
        q)@[{.m.x::x}peach;(til 3;til 4);{x}]
        "noupdate"
    "#,
    );
}

#[test]
fn enumerations_keys_and_files_lie_in_domain_1() {
    let files = Folder::new("domain_values_files");
    check_everywhere(
        "domain_values",
        &[],
        &r#"
        q)d:{-120!x}
        q)\cd FILES
        q).m.sym:`p`q; e:`.m.sym$`p`q`p; .m.e:e; .m.e,:`q
        q)`.m.sym?`new`p;
        q)d each(e;.m.e;.m.sym)
        0 1 1
        q).m.k:([a:1 2 3]b:("ab";"cd";"ef");c:`x`y`z)
        q).m.k[2;`b]:"changed"; .m.k[5]:`b`c!("new";`n); delete from`.m.k where a=1; update c:`w from`.m.k where a=2;
        q)d each(key[.m.k]`a;value[.m.k]`b;value[.m.k]`c),value[.m.k]`b
        1 1 1 1 1 1
        q)`:f set til 1000; (`:z;17;2;6)set til 100000; `:t/ set([]a:til 5;b:5#enlist"abc");
        q).m.f:get`:f; .m.z:get`:z; .m.t:get`:t; d each(.m.f;.m.z;.m.t`a;.m.t`b;get`:f)
        1 1 1 1 0
        q)`.m.t upsert(9;"new"); `a xdesc`.m.t; .m.t:.m.t,.m.t; .m.t:`b xkey .m.t;
        q)d each(key[.m.t]`b;value[.m.t]`a),key[.m.t]`b
        1 1 1 1 1 1 1 1 1 1 1 1 1 1
        q).m.v:{5#x$()}each"bgxhijefcspmdznuvt"; all d each .m.v
        1b
        q).m.a:(`g#1 2 1;`u#1 2;`p#1 1 2;`s#1 2); d each .m.a
        1 1 1 1
    "#
        .replace("FILES", &files.display().to_string()),
    );
}

#[test]
fn threads_share_a_domain() {
    check_everywhere(
        "domain_threads",
        &["-s", "4"],
        r#"
        q)\d .m
        q)f:{til x}
        q)g:{x#'til each 1+til x}
        q)\d .
        q)all -120!'.m.f peach 1000+til 100
        1b
        q)any -120!'{til x}peach 1000+til 100
        0b
        q)(sum each raze each .m.g peach 100#20)~100#sum raze .m.g 20
        1b
        q)do[20;x:.m.f peach 200?5000;y:.m.g peach 50?40;.m.z:(x;y);x:{count each x}peach .m.z]
        q)all -120!'raze .m.z
        1b
        q)delete z from `.m;
        q)x:y:0
        q).m.a:1000000?100
        q)(-120!.m.a;`long$sum[.m.a]=sum .m.a+0)
        1 1
        q)\d .m
        q)-120!raze{x+1}peach 10 cut til 100000
        1
        q)\d .
        q)-120!.m.a+1
        0
    "#,
    );
}

#[test]
fn a_module_works_in_ordinary_memory() {
    let folder = Folder::new("domain_module");
    std::fs::write(folder.join("mod.q"), "d:1 2 3\nexport:([f:{d,x};w:{-120!d}])\n").expect("a script");
    check(
        folder.path(),
        &[],
        &format!(
            "q).Q.m.SP:enlist\"{}\"\nq)m:use`mod\nq)m.f 4\n1 2 3 4\nq)m.w[]\n0\nq).m.x:1 2;-120!.m.x\n1",
            folder.display()
        ),
    );
}

#[test]
fn the_file_has_no_name() {
    for folder in folders("domain_file") {
        let mapped = "q)n:sum(system\"cat /proc/\",string[.z.i],\"/maps\")like\"*(deleted)*\"\nq)n>0\n1b\n";
        let listing = format!("q)key`:{}\n`symbol$()\n", folder.display());
        check(folder.path(), &[], &format!("q).m.x:til 2000000\n{mapped}{listing}"));
        assert_eq!(folder.path().read_dir().map(Iterator::count).ok(), Some(0));
    }
}

#[test]
fn without_the_folder_there_is_no_start() {
    for (path, told) in [("/nowhere/at/all", "No such file or directory"), ("/etc/passwd", "Not a directory")]
    {
        let said = say(Path::new(path), &[], "1+1\n");
        assert_eq!((said.out.as_str(), said.code), ("", Some(1)));
        assert!(said.err.contains(path) && said.err.contains(told), "{}", said.err);
    }
    assert_eq!(typed(&mut q(&["-q", "-m"]), "1+1\n").code, Some(1));
}

/// Two utilities as a paper on kdb+ with persistent memory prints them, "Expanding Capacity of typical kdb market data
/// system with optane persistenent memory" by N. McDaid and E. Cunning.
const UTILITIES: &str = r#"
.mUtil.moveColumnsToAppDirect:{[t;cs] // ex .mUtil.moveColumnsToAppDirect[`trade;`price`size]
	/enusre cs is list
	cs,:();
	/pull out columns to move an assign in .m namespace
	(` sv `.m,t) set ?[t;();0b;cs!cs];
	/replace columns in table
	t set get[t],'.m[t];
	}

.mUtil.moveTableToAppDirect:.mUtil.moveColumnsToAppDirect[;()]
"#;

#[test]
fn tables_and_columns_move() {
    let scripts = Folder::new("domain_utilities_q");
    std::fs::write(scripts.join("util.q"), UTILITIES).expect("a script");
    let session = r#"
        q)schema:{trade::([]time:`timespan$();sym:`g#`symbol$();price:`float$();size:`long$();note:())}
        q)fill:{`trade insert (3#.z.n;`a`b`a;1 2 3f;10 20 30;("ab";"cd";"ef"))}
        q)schema[]; fill[]; .mUtil.moveColumnsToAppDirect[`trade;`price`size]; fill[];
        q)-120!'value flip trade
        0 0 1 1 0
        q)schema[]; .mUtil.moveTableToAppDirect each tables[]; do[100;fill[]]
        q)-120!'value[flip trade],6#trade`note
        1 1 1 1 1 1 1 1 1 1 1
        q)select sum size by sym from trade
        sym| size
        ---| ----
        a  | 4000
        b  | 2000
        q)attr trade`sym
        `g
        q)count .m.trade
        0
    "#;
    check_everywhere(
        "domain_utilities",
        &[],
        &format!("q)\\l {}\n{session}", scripts.join("util.q").display()),
    );
}

/// What a full domain does, on a file system with 16 MB or so.
const FULL: &str = r#"
    q).m.a:til 1000000
    q)say:{@[value;x;{`$x}]}
    q)say".m.b:til 1000000"
    `wsfull
    q)`b in key .m
    0b
    q).m.c:5000000#0x00
    q)-120!'(.m.a;.m.c)
    1 1
    q)say".m.l:{x#\"a\"}each 100000#10"
    `wsfull
    q)say".m.a,:.m.a"
    `wsfull
    q).m.a~til 1000000
    1b
    q).m.t:([]x:til 1000;y:1000#1f;n:1000#enlist 1 2)
    q)fill:{do[1000;`.m.t insert (til 1000;1000#2f;1000#enlist 3 4)]}
    q)say"fill[]"
    `wsfull
    q)1=count distinct count each value flip .m.t
    1b
    q)(1000<n;all -120!'value flip .m.t;n:count .m.t)til 2
    11b
    q)\d .m
    q)say:{@[value;x;{`$x}]}
    q)say"z:10000000#0"
    `wsfull
    q)2+2
    4
    q)\d .
    q)delete t from `.m;
    q).m.t:([]x:til 1000)
    q)-120!.m.t`x
    1
    q)delete a from `.m;
    q).m.b:til 1000000
    q)-120!.m.b
    1
    q)(til 1000000)~.m.b
    1b
"#;

fn check_full(command: &mut Command) {
    let (mut lines, mut expected) = (String::new(), String::new());
    split(FULL, &mut lines, &mut expected);
    let said = typed(command, &lines);
    assert_eq!((said.out.as_str(), said.err.as_str(), said.code), (expected.as_str(), "", Some(0)));
}

/// A small file system in memory, where the system lets us mount one.
#[test]
fn a_full_file_system_signals_and_goes_on() {
    let folder = Folder::new("domain_small");
    let mount = format!("mount -t tmpfs -o size=15000k none {}", folder.display());
    let inside = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["-rm", "sh", "-c", script]);
        command
    };
    if !inside(&mount).output().is_ok_and(|done| done.status.success()) {
        eprintln!("nothing can be mounted here");
        return;
    }
    check_full(&mut inside(&format!(
        "{mount} && exec {} -q -m {}",
        env!("CARGO_BIN_EXE_q"),
        folder.display()
    )));
}

/// A process whose files may not be longer than 15 MB.
#[test]
fn a_limit_on_files_signals_and_goes_on() {
    for folder in folders("domain_limit") {
        let script = format!("ulimit -f 30000; exec {} -q -m {}", env!("CARGO_BIN_EXE_q"), folder.display());
        check_full(Command::new("sh").args(["-c", &script]));
    }
}
