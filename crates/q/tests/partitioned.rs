//! Laws of partitioned tables: a query answers as on the same rows in memory, however it is run.

mod common;

use common::wire::Server;
use common::{Folder, q, typed};

/// Queries with `T` for the table.
const QUERIES: &[&str] = &[
    "select from T",
    "select from T where date=2024.01.02",
    "select from T where date within 2024.01.02 2024.01.03,sym=`a,price>50",
    "select from T where date in 2024.01.01 2024.01.04,sym in `a`zz`c",
    "select from T where date=2030.01.01",
    "select price,v:price*size from T where date>2024.01.02",
    "select sum size,n:count i,mx:max price,mn:min price,a:avg price,d:dev price,f:first price,l:last sym from T",
    "select (sum price*size)%sum size from T where price>10",
    "select vwap:size wavg price,n:count i,c:price cor size by sym from T where date<2024.01.04",
    "select s:sum size,m:max price by sym,5 xbar time.minute from T",
    "select s:sum size by date from T",
    "select s:sum size by sym,date from T where size>100",
    "select med price,n:count distinct size by sym from T",
    "select med price by date,sym from T",
    "select price by sym from T where date>2024.01.02,size<100",
    "select by sym from T",
    "select d:deltas size by date,sym from T",
    "select r:{last[x]-first x}price by sym from T",
    "select distinct sym from T",
    "select mx:max price from T where date=2030.01.01",
    "select n:count i by sym from T where date=2030.01.01",
    "exec sum size from T",
    "exec size wavg price by sym from T",
    "select s:sum size by big:price>50 from T",
    "select all size>=0,any price>99 by sym from T",
    "0!select s:sum size,t:sum size by sym from T where date=2024.01.01,i<500",
    "select date,sym,p:price from T where size>500",
    "select[5] from T",
    "select[-5] from T",
    "select[698 5] from T",
    "select[2799 5] from T",
    "select[0] from T",
    "select[0N] from T",
    "select[9999] date,price from T",
    "select[-9999] price,date from T where size<500",
    "select[40] tag,d:date,sym from T where sym=`d,price>90",
    "select[-40] from T where sym=`d,price>90",
    "select[40] from T where {x>50}price",
    "select[3] from T where date=2030.01.01",
    "select[3] from T where price>1000",
    "select[3;<price] from T where date=2024.01.03",
    "select[3;<price] from T",
    "select[20;>size] date,time,size from T where sym in `a`b",
    "select[-20;<size] from T",
    "select[690 20;<date+time] from T",
    "select[9;>tag] tag,price from T",
    "?[T;();0b;();5;({reverse iasc x};`price)]",
    "select[5;>price] from T where price>1000",
    "select[4] m:max price by sym from T",
    "select[4] v:price*size from T where size>10",
    "select[4] v:price*size,time.minute,b:sym in`a`b,one:1,date from T",
    "select[-4;<size] tag,c:`long$price,not null sym,d:date+1 from T where price>20",
    "select[705] v:sums size from T",
    "select[4] v:price-avg price,price from T",
    "select[5] v:price*til 5 from T",
    "select[2] s:sum size,n:count i from T",
    "select[-2;>price] s:sum size,m:max price from T where size>3",
    "select[3] one:1 from T",
    "select[3] v:price*2 from T where date=2030.01.01",
    "select[3;<i] v:price*2 from T where date=2024.01.02",
    "select[2] v:count each tag from T",
    "select[2] distinct sym from T",
    "(count T;first T;last T;3#T;-3#T;5000#T;-5000#T;0#T)",
    "(3 sublist T;-3 sublist T;0 sublist T;5000 sublist T;699 2 sublist T)",
    "@[{select[`a] from x};T;{x}]",
    "{[s;f]select v:var price,w:sdev size,x:(svar price)-dev size,p:size wavg price,q:size wsum price,n:count i,r:f[price]by date,sym from T where sym in s}[`a`b;{last[x]-first x}]",
    "{[s]select v:var price,w:sdev size,x:(svar price)-dev size,p:size wavg price,q:size wsum price,n:count i by sym from T where sym in s}[`a`d]",
    "select v:var price,w:sdev size,a:avg price,f:first price,l:last size,b:all price>0 from T where sym=`d",
    "select a:avg time,m:max time,f:first tag by sym from T",
    "select f:first tag,l:last tag,b:all price>0,c:any size>998 from T",
    "select e:size wsum`real$price from T where size>5000",
    "select s:sum ?[date=2024.01.02;?[price>50;0w;-0w];price],r:sum`real$?[date=2024.01.02;?[price>50;0w;-0w];price]by sym from T",
    "select p:prd ?[date=2024.01.02;?[price>50;0w;0f];1f],r:prd`real$?[date=2024.01.02;?[price>50;0w;0f];1f]by sym from T",
    "select c:(`char$size mod 90)wavg price,w:(`char$size mod 90)wavg`real$price,v:svar`char$size mod 90 by sym from T",
    "exec (sum size;max price) by sym from T",
    "exec s:sum size,m:max price from T where price>10",
    "exec s:sum size,m:max price by sym from T",
    "exec s:sum size,m:max price by date from T",
    "exec sum size by k:sym from T",
    "exec sum size by sym,date from T",
    "exec med size by date from T",
    "exec tag by date from T",
    "exec tag by x:date from T",
    "exec sum size by x:sym,date from T",
    "exec tag by sym from T where price>90",
    "exec first tag from T where price>1000",
    "exec sum size by 0b from T",
    "exec price,size from T where sym=`d",
    "exec avg price by date.month from T",
    "exec last sym by 100 xbar size from T where date=2030.01.01",
    "(exec distinct sym from T;exec count distinct sym from T;exec distinct date from T where size>990)",
    "(exec distinct tag from T;exec distinct 5 xbar time.minute from T;exec distinct sums size from T)",
    "(exec distinct sym from T where price>1000;exec count distinct tag from T where price>1000)",
    "(exec distinct 1 2 from T;exec distinct([]sym;tag)from T)",
    "(select distinct tag,sym from T;select distinct date,sym from T;select distinct date.month from T)",
    "(select distinct from T where size<3;select distinct sym from T where price>1000)",
    "{[d;v]select s:sum size*d sym,f:first v size mod 3,n:count distinct v size mod 5 by sym from T}[`a`b`c!1 2 4;10 20 0N]",
    "{[d;v]select s:sum size*d sym,l:last d@sym,m:d first sym,x:max v size from T where size<v size mod 3}[`a`b`c!1 2 4;500 20 0N]",
    "{[d;v]select s:sum size*d sym,f:first v size mod 3 by date,v size mod 2 from T}[`a`b`c!1 2 4;`p`q`r]",
    "select s:sum ?[sym=`a;size;-1],f:first ?[date>2024.01.02;sym;`z],l:last ?[price>50;price;size] by sym from T",
    "select s:sum ?[sym=`a;size;1],m:max ?[size>500;price;0] by date from T where ?[price>50;size;0]>400",
    "select f:first ?[sym=`b;size;price] by sym from T where sym in`a`b",
    "exec sum size*1 -1 sym=`a by sym from T where date>2024.01.02",
    "{[d](exec distinct d sym from T;select distinct ?[size>500;sym;`x],date from T)}[`a`b!`u`v]",
    "{[d]@[{[d;t]exec sum d sym by sym from t where size<0}d;T;{x}]}[`a`b!`u`v]",
    "{[by0]select m:(max price)-min price,by0:sum by0 by price>by0 from T}[50]",
];

/// What q prints for a script, errors behind it.
fn run(threads: &str, script: &str) -> String {
    let said = typed(&mut q(&["-q", "-s", threads]), script);
    said.out + &said.err
}

/// A database of four days, with a day that lacks rows of one symbol; its rows are also in memory.
fn build(dir: &str) -> String {
    format!("{}\\l {dir}\nmem:select from trade\n", write(dir))
}

/// Makes the database.
fn write(dir: &str) -> String {
    format!(
        "n:700\n\
         mk:{{[d]trade::([]sym:n?$[d=2024.01.03;`a`b;`a`b`c`d];time:asc n?24:00:00.000;price:@[n?100f;9?n;:;0n];size:n?1000;tag:n?(\"ab\";enlist\"c\";\"\"));\
         .Q.dpft[`:{dir};d;`sym;`trade]}}\n\
         mk each 2024.01.01+til 4;\n"
    )
}

#[test]
fn a_partitioned_table_answers_as_its_rows_in_memory() {
    for threads in ["0", "2"] {
        let dir = Folder::new(&format!("parted{threads}"));
        let script = build(&dir.display().to_string()) + &comparisons();
        let out = run(threads, &script);
        let right = out.lines().filter(|l| l.ends_with("1b")).count();
        assert_eq!(right, QUERIES.len(), "-s {threads}\n{out}");
    }
}

/// Whether the table and its rows in memory answer alike, for each of the queries.
fn comparisons() -> String {
    let one = |query: &&str| {
        // Whether a column keeps an attribute is not part of the answer.
        let ask = |table: &str| query.replace('T', table);
        format!("1 \"{}: \"; ({})~{}\n", query.replace('"', "'"), ask("trade"), ask("mem"))
    };
    QUERIES.iter().map(one).collect()
}

/// source: basics/peach, processes (distributed each)
#[test]
fn other_processes_answer_for_partitions() {
    let dir = Folder::new("dealt");
    let path = dir.display().to_string();
    run("0", &write(&path));
    let mut workers = [(); 2].map(|()| Server::start(&[&path], "asked:0\n.z.pg:{asked+:1;value x}"));
    let ports = workers.iter().map(|w| w.port.to_string()).collect::<Vec<_>>().join(" ");
    let script = format!("\\l {path}\nmem:select from trade\n.z.pd:`u#hopen each {ports}\n");
    let out = run("-2", &(script.clone() + &comparisons()));
    assert_eq!(out.lines().filter(|l| l.ends_with("1b")).count(), QUERIES.len(), "{out}");
    let asked = |w: &mut Server| w.says("asked").trim().parse::<i64>().expect("a number");
    assert!(workers.iter_mut().all(|w| asked(w) > 0));
    // Each of four partitions once, and no more than that of what only their rows answer.
    let script = script
        + "select sum size by sym from trade;\nselect med price by date from trade;\nselect med price from trade;\n\
           (exec last how from .Q.plan\"select sum size from trade\")like\"*.z.pd*\"\n\
           @[{select f size by date from trade};();{x}]\n";
    workers.iter_mut().for_each(|w| {
        w.says("asked:0");
    });
    assert_eq!(run("-2", &script), "1b\n,\"f\"\n");
    let total: i64 = workers.iter_mut().map(asked).sum();
    assert!((8..=12).contains(&total), "{total} questions");
}

/// A partition that a process has not loaded yet is not taken for one without rows.
#[test]
fn other_processes_tell_of_partitions_that_they_lack() {
    let dir = Folder::new("lacking");
    let path = dir.display().to_string();
    run("0", &write(&path));
    let worker = Server::start(&[&path], "");
    run("0", &format!("sym:get`:{path}/sym\n`:{path}/2024.01.09/trade/ set([]sym:`sym$2#sym;size:1 2);\n"));
    let script = format!(
        "\\l {path}\n.z.pd:`u#enlist hopen {}\n@[{{select sum size from trade}};();{{x}}]\n\
         (exec sum size from trade where date<2024.01.05)>0\n",
        worker.port
    );
    let told = "\"part: 2024.01.09 is not open in a process of .z.pd\"\n1b\n";
    assert_eq!(run("-1", &script), told);
}

/// Functions of the user's own run on threads, where they change nothing.
/// source: basics/peach, basics/errors (noupdate)
#[test]
fn lambdas_over_partitions_run_on_threads() {
    let dir = Folder::new("lambdas");
    let script = build(&dir.display().to_string())
        + "f:{seen+:count x;sum x}\nseen:0\n@[{select f size by date from trade};();{`$x}]\nseen\n\
           g:{1+sum x}\n(select g size by date from trade where {x>50}price)~select g size by date from mem where price>50\n";
    assert_eq!(run("2", &script), "`noupdate\n0\n1b\n");
    assert!(run("0", &script).ends_with("2800\n1b\n"));
}

#[test]
fn what_q_says_of_a_database() {
    let dir = Folder::new("dotq");
    let script = build(&dir.display().to_string())
        + "(date;.Q.pf;.Q.pt;.Q.qp trade;.Q.qp mem)~(2024.01.01+til 4;`date;enlist`trade;1b;0)\n\
           (count trade;count mem)~2800 2800\n\
           (cols trade)~`date`sym`time`price`size`tag\n\
           (.Q.cn trade)~4#700\n\
           .Q.ind[trade;2799 0 700]~mem 2799 0 700\n\
           .Q.view 2#date\n\
           1400~count trade\n\
           .Q.view[]\n\
           2800~count trade\n\
           \"par\"~@[{update price:0 from x};trade;{x}]\n\
           (exec step from .Q.plan\"select sum size by sym from trade where date>2024.01.02\")~`from`read`by`columns`run\n";
    let out = run("0", &script);
    assert_eq!(out.lines().filter(|l| *l == "1b").count(), 9, "{out}");
}

/// What few rows are asked of is not read beyond them.
#[test]
fn few_rows_open_few_files() {
    let dir = Folder::new("few");
    let script = build(&dir.display().to_string())
        + "hdel`:2024.01.02/trade/price;\n\
           (first trade;last trade;700#trade;-1400#trade)~(first mem;last mem;700#mem;-1400#mem)\n\
           (select[700]from trade)~700#mem\n\
           (select[-3]from trade where size>10)~-3#select from mem where size>10\n\
           (select[4;>time]date,size from trade where date<>2024.01.03)~select date,size from 4#`time xdesc select from mem where date<>2024.01.03\n\
           count[trade]=count mem\n\
           @[{x#trade};701;{0<count x ss\"trade/price\"}]\n";
    for threads in ["0", "2"] {
        let out = run(threads, &script);
        assert_eq!(out, "1b\n".repeat(6), "-s {threads}");
    }
}

/// What a foreign key of a partition leads to lies in the root. Source: kb/linking-columns, basics/tables.
#[test]
fn foreign_keys_of_partitions_are_values() {
    let dir = Folder::new("keys");
    let root = dir.display().to_string();
    let script = format!(
        "zt:([id:`a`b]w:1 2)\n(`$\":{root}/zt\")set zt;\n\
         {{(`$\":{root}/\",string[x],\"/t/\")set([]z:`zt$`a`b`a;j:1 2 3)}}each 2024.01.01 2024.01.02;\n"
    );
    run("0", &script);
    let questions = "count exec z from t where z=`b\nvalue exec distinct z from t\nexec first j by z from t\n\
                     exec sum j by z.w from t\n@[{select from t where date+1};();{x}]\n\
                     exec j from select sum j by date from t where j in exec w from zt\n\
                     exec m from select m:sum j in exec w from zt by date from t\n\
                     sym:`z`x;q:`sym$`z;exec sum j from select j:sum j by date from t where z=q\n\
                     c:`sym$`z`x;exec sum j from select j:sum j by date from t where z in c\n\
                     exec sum j from ?[t;enlist(=;`z;`sym$`x);(enlist`date)!enlist`date;(enlist`j)!enlist(sum;`j)]\n\
                     exec sum j from select j:sum j by date from t where z in value c\n\
                     attr key select sum j by date from t\n\
                     sym,:`a;q:`sym$`a;exec sum j from select j:sum j by date from t where z=q\n";
    let answers = "2\n`a`b\na| 1\nb| 2\n1| 8\n2| 4\n\"type\"\n3 3\n2 2i\n0\n0\n0\n0\n`s\n8\n";
    assert_eq!(run("0", &format!("\\l {root}\n{questions}")), answers);
    let workers = [(); 2].map(|()| Server::start(&[&root], ""));
    let ports = workers.iter().map(|w| w.port.to_string()).collect::<Vec<_>>().join(" ");
    let script = format!("\\l {root}\n.z.pd:`u#hopen each {ports}\n{questions}");
    assert_eq!(run("-2", &(script + "select m:first z,sum j by z from t;\n")), answers);
}

/// A date that lies in two segments is one group of `by date`.
#[test]
fn a_partition_in_two_segments_is_one_group() {
    let dir = Folder::new("segments");
    let root = dir.display();
    let script = format!(
        "sym:`x`y\n\
         t:([]sym:`sym$`x`x;v:1 2)\n\
         u:([]sym:`sym$`y`y;v:10 20)\n\
         `:{root}/root/sym set sym;\n\
         `:{root}/a/2024.01.01/t/ set t;\n\
         `:{root}/b/2024.01.01/t/ set u;\n\
         `:{root}/a/2024.01.02/t/ set u;\n\
         (hsym`$\"{root}/root/par.txt\") 0: (\"{root}/a\";\"{root}/b\");\n\
         \\l {root}/root\n\
         -3!exec v from select sum v by date from t\n\
         -3!exec v from select sum v by date,sym from t\n\
         count t\n"
    );
    let script = script.replace("`:", "(hsym`$\"").replace(" set", "\") set");
    for threads in ["0", "2"] {
        assert_eq!(run(threads, &script), "\"33 30\"\n\"3 30 30\"\n6\n");
    }
}

#[test]
fn partitions_whose_columns_differ_in_type_are_put_together_from_their_rows() {
    let dir = Folder::new("unlike");
    let script = format!(
        "put:{{[d;t](` sv`:{dir},(`$string d),`t`)set .Q.en[`:{dir}]t;}}\n\
         put[2024.01.01;([]sym:`a`b`a;v:1 2 3i;p:1.5 2.5 3.5e)];put[2024.01.02;([]sym:`a`b`c;v:4 5 6;p:1.5 2.5 3.5)];\n\
         put[2024.01.03;([]sym:`a`b`c;v:4 5 6h;p:1 2 3)];\n\
         \\l {dir}\n\
         \"j\"$exec v from select sum v by sym from t\n\
         \"j\"$value first select sum v,max v,first v,last v,count v from t\n\
         \"f\"$value first select sum p,avg p,min p from t where v>1\n\
         exec v from select sum v by date from t\n",
        dir = dir.display()
    );
    assert_eq!(run("2", &script), "12 12 12\n36 6 1 6 9\n19.5 2.4375 1\n6 15 15\n");
}

#[test]
fn nulls_do_not_count_where_partitions_differ_in_type() {
    let dir = Folder::new("nulls");
    let script = format!(
        "put:{{[d;t](` sv`:{dir},(`$string d),`t`)set .Q.en[`:{dir}]t;}}\n\
         put[2024.01.01;([]s:`a`a`b`b;x:1 0N 3 0N)];put[2024.01.02;([]s:`a`b`b;x:1 2 0n)];\n\
         \\l {dir}\n\
         select avg x from t\n\
         exec avg x from t\n\
         exec avg neg x from t\n\
         `float$raze value exec a:avg x,b:sum x,c:count x,d:dev x from t\n\
         exec avg x by s from t\n\
         select[1]x from t\n",
        dir = dir.display()
    );
    let expected = "x   \n----\n1.75\n1.75\n-1.75\n1.75 7 7 0.8291562\na| 1\nb| 2.5\nx\n-\n1\n";
    assert_eq!(run("2", &script), expected);
}

/// What a process has not met yet it looks up by its name when it reads it: a domain that a later partition is enumerated over.
#[test]
fn partitions_may_be_enumerated_over_several_domains() {
    let dir = Folder::new("two_domains");
    let root = dir.display();
    let script = format!(
        "sym:`x`y;other:`z`y`x;\n\
         (`$\":{root}/sym\")set sym;\n\
         (`$\":{root}/2024.01.01/t/\")set([]s:`sym$`x`y;v:1 2);\n\
         (`$\":{root}/2024.01.02/t/\")set([]s:`other$`x`z;v:10 20);\n"
    );
    assert_eq!(run("0", &script), "");
    let questions = [
        ("exec s from t", "`x`y`x`z"),
        ("exec v by s from select sum v by s from t", "`s#`x`y`z!(,11;,2;,20)"),
        ("exec v from t where s=`x", "1 10"),
        ("exec distinct s from t", "`x`y`z"),
        ("exec s from select[4] from t", "`x`y`x`z"),
        ("exec v from select[3] from t where s=`x", "1 10"),
        ("exec s from .Q.ind[t;til 4]", "`x`y`x`z"),
        ("(.Q.V t)`s", "`other$`x`z"),
        ("-16#.Q.s t", "\"2024.01.02 z 20\\n\""),
    ];
    for threads in ["0", "2"] {
        for (question, answer) in questions {
            let script = format!("other:`z`y`x;\n\\l {root}\n-3!{question}\n");
            assert_eq!(run(threads, &script), format!("{answer:?}\n"), "{question}");
        }
    }
}

/// So it does for an item of a list that is read when it is asked for.
#[test]
fn the_domain_of_an_item_is_looked_up_when_the_item_is_read() {
    let dir = Folder::new("late_domain");
    let path = format!("`$\":{}/list\"", dir.display());
    let script = format!("other:`a`b`c;\n({path})set(300#enlist(1;`a)),enlist`other$`a`b;\n");
    assert_eq!(run("0", &script), "");
    let questions = [
        ("`a=last X", "10b"),
        ("`b in last X", "1b"),
        ("value last X", "`a`b"),
        ("string last X", "(,\"a\";,\"b\")"),
        ("{y=last x}[X;`b]", "01b"),
        ("(string X)300", "(,\"a\";,\"b\")"),
        ("-16#-3!X", "\"`a);`other$`a`b)\""),
        ("@[`a=;last X;0]", "10b"),
        ("$[all`a`b=last X;11;22]", "11"),
        ("select from ([]s:last X)where s=`b", "+(,`s)!,`other$,`b"),
        ("last -9!-8!X", "`a`b"),
        ("300_X", ",`other$`a`b"),
    ];
    for (question, answer) in questions {
        let script = format!("other:`a`b`c;X:get {path};\n-3!{question}\n");
        assert_eq!(run("0", &script), format!("{answer:?}\n"), "{question}");
    }
    let shown = run("0", &format!("other:`a`b`c;X:get {path};\nlast X\nshow last X\n"));
    assert_eq!(shown, "`other$`a`b\n`other$`a`b\n");
}
