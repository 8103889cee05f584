//! Scripts that are out to take all time and memory: each ends within its steps, in a sentence.

use flitscope::custom::{self, Budget};

use super::{route, told};

/// What would not end, or take ever more, if it could.
const ENDLESS: &[&str] = &[
    "loop {}",
    "while true {}",
    "loop { let x = 1; }",
    "for i in 0..9223372036854775807 {}",
    "for i in 0..=9223372036854775807 { i; }",
    "do { here; } while true",
    "let a = [0]; loop { a += a; a = [0]; }",
    "let a = []; for i in 0..100000 { a.push(i); a.pop(); }",
    "let x = 1; loop { x = -x; }",
    "loop { net.ports(here); }",
    "loop { net.nearer(here, to); }",
    "loop { net.label(here); }",
    "loop { [1, 2, 3, 4, 5, 6, 7, 8, 9]; }",
    "loop { `${here} and ${to}`; }",
    "for a in 0..1000 { for b in 0..1000 { for c in 0..1000 {} } }",
];

#[test]
fn what_does_not_end_takes_the_steps_of_a_call() {
    for text in ENDLESS {
        assert!(
            told(&route(text)).contains("it takes more than 20000 steps"),
            "{text}: {}",
            told(&route(text))
        );
    }
}

#[test]
fn many_long_calls_take_the_steps_of_all() {
    let text = route("for i in 0..4000 {} net.nearer(here, to)");
    let all = Budget {
        of_call: 20_000,
        of_all: 100_000,
    };
    let topology = crate::common::networks::build("mesh:8x8");
    let fault = custom::compile(&text, &*topology, 1, all).expect_err("it takes too many");
    assert!(
        fault
            .reason
            .contains("it takes too many steps for so many nodes"),
        "{fault}"
    );
}

/// A list that is read is copied, and that costs by its values; or one step would be as long as
/// somebody likes.
#[test]
fn copies_are_charged_for() {
    let body =
        "let a = []; for i in 0..480 { a.push(0); } for i in 0..2000 { a; } net.nearer(here, to)";
    let topology = crate::common::networks::build("mesh:2");
    let enough = |of_all| {
        let budget = Budget {
            of_call: 20_000,
            of_all,
        };
        custom::compile(&route(body), &*topology, 1, budget).is_ok()
    };
    // Two calls of some 10000 steps, and in each 2000 copies of 480 values, 4 for a step.
    assert!(!enough(400_000));
    assert!(enough(800_000));
    let nested = "let a = []; for i in 0..150 { a.push([[0]]); } for i in 0..2000 { a[0]; } net.nearer(here, to)";
    let budget = Budget {
        of_call: 20_000,
        of_all: 100_000,
    };
    assert!(custom::compile(&route(nested), &*topology, 1, budget).is_err());
}

/// Texts that wait forever where a `return` in a quotation is taken for one: what is wrong with a
/// result is looked for by reading them again.
#[test]
fn a_result_is_placed_without_reading_quotations() {
    for (body, column) in [
        (
            r##"let s = #"x" return "y"#; while s[3] != 'r' {} return "foo";"##,
            73,
        ),
        (
            "let s = `${`${`a`} return `}`; while s[2] != 'r' {} return \"foo\";",
            78,
        ),
        (
            r#"let s = "\\"; let t = " return "; while t[1] != 'r' {} return "foo";"#,
            81,
        ),
    ] {
        let place = format!("line 1, column {column}: what route gives must be ports");
        let told = told(&route(body));
        assert!(told.starts_with(&place), "{body}: {told}");
    }
}

/// What runs again to find a place is charged like any other call.
#[test]
fn the_search_for_a_place_is_charged_for() {
    let steps = |given: &str| {
        let body = format!("for i in 0..1000 {{ i; }} return {given};");
        charged(&route(&body))
    };
    let once = steps("net.nearer(here, to)") / 2;
    assert!((2_000..4_000).contains(&once), "{once}");
    assert!(steps("\"north\"") > 2 * once - 100);
}

/// The value of a method could be copied, compared and changed for a step.
#[test]
fn there_is_no_this() {
    let list = "let a = []; for i in 0..480 { a.push(\"a\"); }";
    let map = format!(
        "let a = #{{}}; for i in 0..480 {{ a[`{}${{i}}`] = i; }}",
        "k ".repeat(240)
    );
    let lists = "let a = []; for i in 0..490 { a.push([]); }";
    for (body, value) in [
        ("this == this;", list),
        ("let x = this;", &map),
        ("let x = this;", lists),
        ("this.reverse();", list),
        ("this + this;", list),
        ("this = this;", list),
        ("this[0] = 1;", list),
        ("this - \"b\";", "let a = \"a\";"),
    ] {
        let text = format!(
            "fn d() {{ for i in 0..3300 {{ {body} }} 0 }} \
             fn route(net, here, to) {{ {value} a.d(); net.nearer(here, to) }}"
        );
        let told = told(&text);
        assert!(
            told.contains(
                "the word this is not part of the language; give the value to the function as a \
                 parameter"
            ),
            "{body}: {told}"
        );
    }
    let told = told(&route("this"));
    assert!(
        told.starts_with("line 1, column 26: the word this"),
        "{told}"
    );
}

/// The steps of a script on two nodes, with what is charged for values.
fn charged(text: &str) -> u64 {
    let most = Budget {
        of_call: 20_000,
        of_all: 100_000_000,
    };
    let topology = crate::common::networks::build("mesh:2");
    custom::counted(text, &*topology, 1, most).1
}

/// What is done with a large value costs by its size, wherever that comes from.
#[test]
fn large_values_are_charged_for() {
    let long = "x ".repeat(240);
    let keys: Vec<_> = (0..480).map(|i| format!("k{i}: 0")).collect();
    let keys = keys.join(", ");
    let ones = "1,".repeat(480);
    let many = format!("[{}]", format!("[{ones}],").repeat(18));
    let fill = |item: &str| format!("let a = []; for i in 0..480 {{ a.push({item}); }}");
    for (before, body, values) in [
        // Values that need memory of their own.
        (fill("0..1"), "a;".to_owned(), 480 * 5),
        (fill("net"), "a;".to_owned(), 480 * 5),
        (fill("[]"), "a;".to_owned(), 480 * 8),
        (
            format!("let a = #{{}}; for i in 0..480 {{ a[`{long}${{i}}`] = i; }}"),
            "a;".to_owned(),
            480 * 4,
        ),
        (fill("i"), "a == a;".to_owned(), 960),
        (fill("i"), "a.reverse();".to_owned(), 480),
        // Texts, which are searched and copied.
        (
            format!("let s = \"{long}\";"),
            "s[470] = 'y';".to_owned(),
            120,
        ),
        (format!("let s = \"{long}\";"), "s - \"x\";".to_owned(), 120),
        // Literals that are built within a step.
        (String::new(), format!("f([{ones}]);"), 400),
        (String::new(), format!("f({many});"), 8_000),
        (String::new(), format!("7 in [{ones}];"), 400),
        ("let u = ();".to_owned(), format!("u?[{many}];"), 8_000),
        (
            String::new(),
            format!("loop {{ #{{ a: {{ break; }}, {keys} }}; }}"),
            480,
        ),
    ] {
        let repeated = |times: u64| {
            let looped = format!("{before} for i in 0..{times} {{ {body} }} net.nearer(here, to)");
            charged(&format!("fn f(a) {{ 1 }} {}", route(&looped)))
        };
        // On two nodes, 500 times each; four values of a list for a step.
        let more = repeated(1_000) - repeated(500);
        let shown: String = body.chars().take(30).collect();
        assert!(more > 2 * 500 * values / 4, "{before} {shown}: {more}");
    }
}

#[test]
fn values_have_a_size() {
    for (body, sentence) in [
        (
            "let s = \"x\"; loop { s += s; }",
            "a text must have at most 500 letters",
        ),
        (
            "let s = \"x\"; loop { s = `${s}${s}`; }",
            "a text must have at most 500 letters",
        ),
        (
            "let a = [1]; loop { a += a; }",
            "a list must have at most 500 values",
        ),
        (
            "let a = [1]; loop { a = a + a; }",
            "a list must have at most 500 values",
        ),
        (
            "let a = [1]; loop { a = [a, a]; }",
            "a list must have at most 500 values",
        ),
        (
            "let a = []; loop { a.push(a); }",
            "a list must have at most 500 values",
        ),
        (
            "let a = []; loop { a.push(1); }",
            "a list must have at most 500 values",
        ),
        (
            "let a = [0]; loop { a[0] = a; }",
            "a list must have at most 500 values",
        ),
        (
            "let m = #{}; loop { m = #{ a: m, b: m }; }",
            "a map must have at most 500 values",
        ),
        (
            "let m = #{}; loop { m.a = m; }",
            "a map must have at most 500 values",
        ),
        (
            "let m = #{}; loop { m[\"a\"] = [m]; }",
            "must have at most 500 values",
        ),
        (
            "let m = #{}; loop { m = #{ a: [m] }; }",
            "must have at most 500 values",
        ),
    ] {
        let told = with_little_stack(route(body));
        assert!(told.contains(sentence), "{body}: {told}");
    }
    let long = format!("\"{}\"", "x ".repeat(251));
    assert!(told(&route(&long)).contains("a text must have at most 500 letters"));
    let told = told(&route(&format!("let {} = 1;", "x".repeat(65))));
    assert!(
        told.contains("column 30: a name must have at most 64 letters"),
        "{told}"
    );
}

#[test]
fn what_is_nested_has_a_depth() {
    let nest = |open: &str, inner: &str, close: &str, times: usize| {
        format!("{}{inner}{}", open.repeat(times), close.repeat(times))
    };
    for body in [
        nest("(", "1", ")", 5000),
        nest("[", "1", "]", 5000),
        nest("{", "1", "}", 5000),
        nest("#{a:", "1", "}", 2000),
        nest("-", "1", "", 10_000),
        nest("!", "true", "", 10_000),
        nest("if true { ", "1", "}", 1000),
        nest("while true { ", "", "}", 1000),
        nest("for i in 0..2 { ", "", "}", 1000),
        nest("net.port(", "1", ",1)", 1000),
        nest("`${", "1", "}`", 2000),
        nest("if true {} else ", "{}", "", 1000),
        nest("1 + ", "1", "", 4000),
        nest("1..", "1", "", 4000),
        nest("true && ", "true", "", 2000),
        nest("here.", "a", "", 3000),
        nest("net", "", "[0]", 4000),
        nest("fn f() { ", "1", "}", 1000),
        nest("a = ", "1", "", 3000),
        nest("return ", "1", "", 2000),
        format!("{} 0 1", nest("/*", "", "*/", 4000)),
    ] {
        let shown: String = body.chars().take(30).collect();
        let told = with_little_stack(route(&body));
        assert!(!told.is_empty(), "{shown}");
    }
}

#[test]
fn functions_call_each_other_only_so_deep() {
    for text in [
        "fn route(net, here, to) { route(net, here, to) }",
        "fn f(x) { 1 + f(x + 1) } fn route(net, here, to) { f(0) }",
        "fn a(x) { b(x) } fn b(x) { a(x) } fn route(net, here, to) { a(0) }",
    ] {
        assert!(
            told(text).contains("functions call each other more than 16 deep"),
            "{}",
            told(text)
        );
    }
    // Deep calls of deep expressions.
    let deep = format!("{}f(x){}", "(1 + ".repeat(25), ")".repeat(25));
    let text = format!("fn f(x) {{ {deep} }} fn route(net, here, to) {{ f(0) }}");
    assert!(!with_little_stack(text).is_empty());
}

/// What is said of a script in a thread with less of a stack than a worker of the page has.
fn with_little_stack(text: String) -> String {
    let thread = std::thread::Builder::new().stack_size(512 * 1024);
    let thread = thread
        .spawn(move || told(&text))
        .expect("there are threads");
    thread.join().expect("it does not overflow")
}

#[test]
fn many_of_anything_are_told() {
    let functions: Vec<_> = (0..200).map(|i| format!("fn f{i}() {{}}")).collect();
    let functions = functions.join(" ");
    let text = format!("{functions} fn route(net, here, to) {{ 0 }}");
    assert!(
        told(&text).contains("at most 50 functions"),
        "{}",
        told(&text)
    );
    let variables: Vec<_> = (0..200).map(|i| format!("let x{i} = 0;")).collect();
    let variables = variables.join(" ");
    let told_of = told(&route(&variables));
    assert!(told_of.contains("at most 100 variables"), "{told_of}");
    let long = route(&"// a comment\n".repeat(2000));
    assert!(
        told(&long).contains("at most 20000 letters"),
        "{}",
        told(&long)
    );
    // Lists of constants are charged for, too.
    let list = format!("loop {{ [{}]; }}", "0,".repeat(490));
    assert!(
        told(&route(&list)).contains("steps"),
        "{}",
        told(&route(&list))
    );
}

#[test]
fn nothing_leads_out_of_the_language() {
    for body in [
        "eval(\"1\")",
        "import \"x\" as y; 0",
        "export let x = 1;",
        "print(1)",
        "debug(1)",
        "timestamp()",
        "sleep(1)",
        "exit(1)",
        "parse_json(\"{}\")",
        "rand()",
        "let f = |x| x; f.call(1)",
        "let f = Fn(\"route\"); f.call(net, here, to)",
        "call(\"route\", net, here, to)",
        "\"x\".pad(1000000, \"x\")",
        "[1].pad(1000000, 1)",
        "blob(1000000, 0)",
        "2 ** 1000000",
        "this",
        "this.x = 1",
        "global::x",
        "try { loop {} } catch { 0 }",
        "throw 1",
        "switch here { 0 => 1, _ => 2 }",
        "[3, 1, 2].sort(|a, b| 1)",
        "range(0, 10, 0)",
        "is_def_fn(\"route\", 3) + 1",
        "curry(1)",
        "net = 1; net.ports(here)",
        "let net = 1; net.ports(here)",
        "net.nodes = 3; 0",
        "here.x = 1",
        "here[0] = 1; here",
        "1 << 64",
        "1 << -1",
        "1 % 0",
        "-9223372036854775807 - 2",
        "99999999999999999999",
        "9223372036854775807 * 2",
        "abs(here)()",
    ] {
        let told = told(&route(body));
        assert!(!told.is_empty(), "{body} is in order");
        assert!(told.len() < 300, "{body}: {told}");
    }
}

#[test]
fn what_a_function_gives_must_be_an_offer() {
    for (body, sentence) in [
        ("\"east\"", "what route gives must be ports"),
        ("1.5", "what route gives must be ports"),
        ("0.0 / 0.0", "what route gives must be ports"),
        ("true", "what route gives must be ports"),
        ("net", "what route gives must be ports"),
        ("0..2", "what route gives must be ports"),
        ("[[0]]", "what route gives must be ports"),
        ("[0, ()]", "what route gives must be ports"),
        ("-1", "node 1,0 has no port"),
        ("9223372036854775807", "node 1,0 has no port"),
        ("#{}", "an offer must have a port"),
        (
            "#{ port: \"0\" }",
            "the port of an offer must be a whole number, not a text",
        ),
        ("#{ port: net.ports(here)[0], vc: 0 }", "nothing called vc"),
        (
            "#{ port: net.ports(here)[0], vcs: [] }",
            "the vcs of an offer must name one virtual channel",
        ),
        (
            "#{ port: net.ports(here)[0], vcs: 2 }",
            "virtual channel 2 does not exist",
        ),
        (
            "#{ port: net.ports(here)[0], vcs: [-1] }",
            "virtual channel -1 does not exist: there are only channels 0 and 1 (V is 2); offer one of these",
        ),
        (
            "#{ port: net.ports(here)[0], vcs: 0..3 }",
            "virtual channel 2 does not exist",
        ),
        (
            "#{ port: net.ports(here)[0], vcs: 0..0 }",
            "the vcs of an offer must name one virtual channel",
        ),
        (
            "#{ port: net.ports(here)[0], vcs: 0..=9223372036854775807 }",
            "virtual channel 9223372036854775807 does not exist",
        ),
        (
            "#{ port: net.ports(here)[0], vcs: [[0]] }",
            "the vcs of an offer must be a whole number, not a list",
        ),
        (
            "#{ port: net.ports(here)[0], vcs: 0.5 }",
            "the vcs of an offer must be a whole number, not a number",
        ),
        (
            "#{ port: net.ports(here)[0], escape: 1 }",
            "the escape of an offer must be true or false, not a whole number",
        ),
        (
            "[net.ports(here)[0], #{ port: net.ports(here)[0], vcs: 0, escape: true }]",
            "virtual channel 0 is offered as an escape and also as an ordinary channel",
        ),
    ] {
        let told = told(&route(body));
        assert!(told.contains(sentence), "{body}: {told}");
        assert!(told.starts_with("line 1, column 26: "), "{body}: {told}");
    }
}
