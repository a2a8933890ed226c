//! One domain, or one file, and many processes: what all of them enumerate into a domain at once is there, once, and whoever
//! reads meanwhile finds whole names; what all of them make of a file counts.

mod common;

use common::{Folder, q, typed};

const WRITERS: usize = 8;

/// Enumerates symbols that others have, too, and some of its own; tells whether they mean what they should.
fn writer(dir: &Folder, k: usize) -> String {
    format!(
        "db:`:{dir}\n\
         one:{{[i]t:([]s:`$\"s\",/:string(7*{k})+i+til 20;v:20#`$\"own{k}x\",string i);\
         $[i mod 2;t~update value s,value v from .Q.en[db;t];(t`s)~value(`:{dir}/sym)?t`s]}}\n\
         all one each til 25\n\
         value .Q.ens[db;([]a:`x`y);`other]`a\n",
        dir = dir.display()
    )
}

fn reader(dir: &Folder) -> String {
    format!(
        "one:{{s:@[get;`:{dir}/sym;`symbol$()];(s~distinct s)&all(first each string s)in\"so\"}}\n\
         all one each til 400\n",
        dir = dir.display()
    )
}

#[test]
fn processes_extend_one_domain_at_once() {
    let dir = Folder::new("shared");
    std::thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|k| (k, writer(&dir, k)))
            .map(|(k, lines)| scope.spawn(move || (k, typed(&mut q(&["-q"]), &lines))))
            .collect();
        let reads = scope.spawn(|| typed(&mut q(&["-q"]), &reader(&dir)));
        for w in writers {
            let (k, said) = w.join().expect("a writer");
            assert_eq!((said.out.as_str(), said.err.as_str()), ("1b\n`x`y\n", ""), "writer {k}");
        }
        let said = reads.join().expect("a reader");
        assert_eq!((said.out.as_str(), said.err.as_str()), ("1b\n", ""), "the reader");
    });
    let lines = format!(
        "s:get`:{d}/sym\ns~distinct s\n\
         (asc s)~asc(`$\"s\",/:string til 44+7*{last}),`$raze{{(\"own\",string[x],\"x\"),/:string 1+2*til 12}}each til {WRITERS}\n\
         get`:{d}/other\nkey`:{d}\n",
        d = dir.display(),
        last = WRITERS - 1
    );
    let said = typed(&mut q(&["-q"]), &lines);
    assert_eq!(said.out, "1b\n1b\n`x`y\n`s#`other`sym\n", "{}", said.err);
}

/// Rows and numbers added to files, by every way that reads what is there first.
fn adder(dir: &Folder, k: usize) -> String {
    format!(
        "one:{{[i]`:{d}/t upsert({k};i);`:{d}/kt upsert({k};i;`x);`:{d}/d upsert enlist[`$\"k\",string i+100*{k}]!enlist i;\
         .[`:{d}/n;();+;1];@[`:{d}/v;1;+;1];.[`:{d}/t2;();,;([]a:1#{k};b:1#i)]}}\n\
         one each til {ADDED};\n",
        d = dir.display()
    )
}

const ADDED: usize = 25;

#[test]
fn processes_change_one_file_at_once() {
    let dir = Folder::new("shared_files");
    let d = dir.display();
    let before = format!(
        "`:{d}/t`:{d}/t2 set\\:([]a:0#0;b:0#0);`:{d}/kt set([a:0#0;b:0#0]c:0#`);`:{d}/d set(0#`)!0#0;`:{d}/n set 0;`:{d}/v set 0 0;\n"
    );
    let said = typed(&mut q(&["-q"]), &before);
    assert_eq!((said.out.as_str(), said.err.as_str()), ("", ""));
    std::thread::scope(|scope| {
        let adders: Vec<_> = (0..WRITERS)
            .map(|k| adder(&dir, k))
            .map(|lines| scope.spawn(move || typed(&mut q(&["-q"]), &lines)))
            .collect();
        for (k, a) in adders.into_iter().enumerate() {
            let said = a.join().expect("an adder");
            assert_eq!((said.out.as_str(), said.err.as_str()), ("", ""), "adder {k}");
        }
    });
    let lines = format!(
        "rows:til[{WRITERS}]cross til {ADDED}\n\
         (asc rows)~/:asc each(flip value flip get`:{d}/t;flip value flip get`:{d}/t2;flip value flip key get`:{d}/kt)\n\
         (asc key get`:{d}/d)~asc`$\"k\",/:string raze til[{ADDED}]+/:100*til {WRITERS}\n\
         (get`:{d}/n;get`:{d}/v)~(count rows;0,count rows)\n\
         key`:{d}\n"
    );
    let said = typed(&mut q(&["-q"]), &lines);
    assert_eq!(said.out, "111b\n1b\n1b\n`s#`d`kt`n`t`t2`v\n", "{}", said.err);
}

/// A table that several replace is at any time one of theirs, whole.
#[test]
fn processes_replace_one_table_at_once() {
    let dir = Folder::new("shared_replaced");
    let writer = |k: usize| {
        format!(
            "w:{{v:x+1000000*{k};`:{d}/t/ set([]a:100#v;b:100#v;c:100#v);(`:{d}/z/;12;1;0)set([]a:100#v;b:100#v)}}\n\
             all{{0=count@[{{w x;\"\"}};x;{{x}}]}}each til 150\n",
            d = dir.display()
        )
    };
    let reader = format!(
        "r:{{all{{(100=count x)&1=count distinct value flip select from x}}each(get`:{d}/t/;get`:{d}/z/)}}\n\
         while[not all`t`z in key`:{d};system\"sleep 0.01\"]\n\
         all{{1b~@[r;();{{x}}]}}each til 600\n",
        d = dir.display()
    );
    std::thread::scope(|scope| {
        let writers: Vec<_> =
            (0..3).map(writer).map(|lines| scope.spawn(move || typed(&mut q(&["-q"]), &lines))).collect();
        let reads = scope.spawn(|| typed(&mut q(&["-q"]), &reader));
        for w in writers {
            let said = w.join().expect("a writer");
            assert_eq!((said.out.as_str(), said.err.as_str()), ("1b\n", ""));
        }
        let said = reads.join().expect("a reader");
        assert_eq!((said.out.as_str(), said.err.as_str()), ("1b\n", ""));
    });
}
