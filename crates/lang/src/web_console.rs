//! The console in the browser: four files that the program carries, and the two requests that they make.
//!
//! It is there when the program left `.z.ph` alone, `.h.HOME` has no `index.html`, and nobody started q with
//! `--no-web-console`. Who may ask is settled before; expressions go to `.h.val` like those after `?`.

use crate::http::{Request, failed, plain};
use crate::report;
use crate::vm::Vm;
use quarry_value::{Result, Sym, Value};

/// The `.z.ph` of the library.
const OWN: &[u8] = b"{.h.answer x}";
/// The header that the page sends with its requests. A page of another site cannot without being allowed to.
pub(crate) const MARK: &str = "x-quarry-console";
/// Nothing is loaded from elsewhere, nor shown inside of another page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
                      form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// What is asked for, its type, and the file.
const FILES: [(&[u8], &str, &str); 4] = [
    (b"", "text/html", include_str!("../web/console.html")),
    (b".console.js", "text/javascript", include_str!("../web/console.js")),
    (b".console-chart.js", "text/javascript", include_str!("../web/chart.js")),
    (b".console.css", "text/css", include_str!("../web/console.css")),
];

/// The response to a request that is for the console.
pub(crate) fn answer(vm: &mut Vm, request: &Request) -> Option<Vec<u8>> {
    let found = match request.method.as_str() {
        "GET" | "HEAD" => FILES.iter().find(|(name, ..)| *name == request.text.as_slice()),
        "POST" if matches!(request.text.as_slice(), b".console/eval" | b".console/names") => None,
        _ => return None,
    };
    if request.method != "POST" && found.is_none() || !is_on(vm) {
        return None;
    }
    if let Some((_, kind, text)) = found {
        return Some(file(kind, text));
    }
    let foreign = apply(vm, ".h.foreign", &[request.header_dict()]);
    if request.header(MARK).is_none() || !matches!(foreign, Ok(Value::U8(_, 0))) {
        return Some(plain("403 Forbidden", &[], "403 Forbidden"));
    }
    let outcome = if request.text == b".console/eval" { eval(vm, &request.body) } else { names(vm) };
    Some(outcome.map_or_else(|e| failed(vm, &e), |json| response("application/json", &json)))
}

/// Does this process have a console for browsers?
fn is_on(vm: &Vm) -> bool {
    let own = matches!(vm.get(Sym::new(".z.ph")), Some(Value::Lambda(f)) if &f.source[..] == OWN);
    own && vm.settings.web_console && !has_index(vm)
}

fn has_index(vm: &Vm) -> bool {
    let Some(home) = vm.get(Sym::new(".h.HOME")) else { return false };
    let home = home.as_text().map(|t| [b":", t].concat()).unwrap_or_default();
    vm.path(Sym::new(home)).is_ok_and(|home| home.join("index.html").is_file())
}

/// What an expression is worth: of several lines, like those of a script, the last one. An error is told as at the prompt, and
/// `?asc` is help as there.
fn eval(vm: &mut Vm, text: &[u8]) -> Result<Vec<u8>> {
    let start = vm.get(Sym::new(".z.p")).unwrap_or_else(Value::identity);
    let answered = match vm.help(text) {
        Some(help) => help
            .and_then(|help| call(vm, ".h.conSaid", &[Value::bool(true), start.clone(), Value::chars(help)])),
        None => value(vm, text).and_then(|value| call(vm, ".h.con", &[start.clone(), value])),
    };
    match answered {
        Err(e) if e.is_catchable() => {
            call(vm, ".h.conSaid", &[Value::bool(false), start, Value::chars(report::text(&e))])
        }
        answered => answered,
    }
}

/// The value of the last statement.
fn value(vm: &mut Vm, text: &[u8]) -> Result<Value> {
    let statements = apply(vm, ".h.conStatements", &[Value::chars(text)])?;
    let mut last = Value::identity();
    for statement in statements.items() {
        last = apply(vm, ".h.val", &[statement])?;
    }
    Ok(last)
}

fn names(vm: &mut Vm) -> Result<Vec<u8>> {
    call(vm, ".h.names", &[Value::identity()])
}

/// The JSON that a function of `lib/console.q` makes.
fn call(vm: &mut Vm, name: &str, arguments: &[Value]) -> Result<Vec<u8>> {
    Ok(apply(vm, name, arguments)?.as_text().unwrap_or_default().to_vec())
}

fn apply(vm: &mut Vm, name: &str, arguments: &[Value]) -> Result<Value> {
    let f = vm.get(Sym::new(name)).ok_or_else(|| quarry_value::Error::text(name))?;
    vm.catching(|vm| vm.trapping(|vm| vm.apply(&f, arguments)))
}

fn file(kind: &str, text: &str) -> Vec<u8> {
    response(kind, text.as_bytes())
}

fn response(kind: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}; charset=utf-8\r\nConnection: close\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nContent-Security-Policy: {POLICY}\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}
