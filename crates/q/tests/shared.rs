//! One domain, many processes: what all of them enumerate into it at once is there, once, and whoever reads meanwhile
//! finds whole names.

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
