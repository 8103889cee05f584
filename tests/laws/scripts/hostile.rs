//! Scripts that try to exhaust time or memory: each stops within its budget, with an error message.

use flitscope::custom::{self, Budget};

use super::{error, route, rows};

/// Bodies that would never terminate or would grow without limit.
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
fn endless_scripts_stop_at_the_step_limit_of_a_call() {
    for text in ENDLESS {
        assert!(
            error(&route(text)).contains("it takes more than 20000 steps"),
            "{text}: {}",
            error(&route(text))
        );
    }
}

#[test]
fn many_long_calls_stop_at_the_step_limit_of_all_calls() {
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

/// Reading a list copies it, which is charged by its number of values; otherwise a single step
/// could take arbitrarily long.
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
    // Two calls of some 10000 steps, and in each 2000 copies of 480 values, 4 values per step.
    assert!(!enough(400_000));
    assert!(enough(800_000));
    let nested = "let a = []; for i in 0..150 { a.push([[0]]); } for i in 0..2000 { a[0]; } net.nearer(here, to)";
    let budget = Budget {
        of_call: 20_000,
        of_all: 100_000,
    };
    assert!(custom::compile(&route(nested), &*topology, 1, budget).is_err());
}

/// Scripts that loop forever if a `return` inside a string literal is taken for a statement: the
/// place of an invalid result is found by reading the script again.
#[test]
fn an_invalid_result_is_located_outside_string_literals() {
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
        let place = format!("line 1, column {column}: the result of route must be ports");
        let error = error(&route(body));
        assert!(error.starts_with(&place), "{body}: {error}");
    }
}

/// Running a script again to locate an error is charged like any other call.
#[test]
fn locating_an_error_is_charged_for() {
    let steps = |given: &str| {
        let body = format!("for i in 0..1000 {{ i; }} return {given};");
        charged(&route(&body))
    };
    let once = steps("net.nearer(here, to)") / 2;
    assert!((2_000..4_000).contains(&once), "{once}");
    assert!(steps("\"north\"") > 2 * once - 100);
}

/// Otherwise a method could copy, compare and change its value in a single step.
#[test]
fn the_word_this_is_not_part_of_the_language() {
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
        let error = error(&text);
        assert!(
            error.contains(
                "the word this is not part of the language; pass the value to the function as a \
                 parameter"
            ),
            "{body}: {error}"
        );
    }
    let error = error(&route("this"));
    assert!(
        error.starts_with("line 1, column 26: the word this"),
        "{error}"
    );
}

/// The steps charged for a script on two nodes, including those for values.
fn charged(text: &str) -> u64 {
    let most = Budget {
        of_call: 20_000,
        of_all: 100_000_000,
    };
    let topology = crate::common::networks::build("mesh:2");
    custom::counted(text, &*topology, 1, most).1
}

/// Operations on a large value are charged by its size, wherever the value comes from.
#[test]
fn large_values_are_charged_for() {
    let long = "x ".repeat(240);
    let keys: Vec<_> = (0..480).map(|i| format!("k{i}: 0")).collect();
    let keys = keys.join(", ");
    let ones = "1,".repeat(480);
    let many = format!("[{}]", format!("[{ones}],").repeat(18));
    let fill = |item: &str| format!("let a = []; for i in 0..480 {{ a.push({item}); }}");
    for (before, body, values) in [
        // Values with an allocation of their own.
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
        // 500 more times on each of two nodes; four values of a list cost one step.
        let more = repeated(1_000) - repeated(500);
        let shown: String = body.chars().take(30).collect();
        assert!(more > 2 * 500 * values / 4, "{before} {shown}: {more}");
    }
}

#[test]
fn values_have_a_maximum_size() {
    for (body, sentence) in &rows("large_script") {
        let error = with_little_stack(route(body));
        assert!(error.contains(sentence), "{body}: {error}");
    }
    let long = format!("\"{}\"", "x ".repeat(251));
    assert!(error(&route(&long)).contains("a string must have at most 500 bytes"));
    let refused = "a name must have at most 64 characters";
    let long = "x".repeat(65);
    let named = error(&route(&format!("let {long} = 1;")));
    assert!(named.contains(&format!("column 30: {refused}")), "{named}");
    for key in [long.clone(), format!("\"{long}\"")] {
        let keyed = error(&route(&format!("let m = #{{ {key}: 1 }};")));
        assert!(keyed.contains(refused), "{keyed}");
    }
    // Texts and comments are no names.
    let body = format!("let text = \"{long}\"; // {long}\n net.nearer(here, to)");
    assert_eq!(error(&route(&body)), "");
}

#[test]
fn nesting_has_a_maximum_depth() {
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
        let error = with_little_stack(route(&body));
        assert!(!error.is_empty(), "{shown}");
    }
}

#[test]
fn calls_have_a_maximum_depth() {
    for text in [
        "fn route(net, here, to) { route(net, here, to) }",
        "fn f(x) { 1 + f(x + 1) } fn route(net, here, to) { f(0) }",
        "fn a(x) { b(x) } fn b(x) { a(x) } fn route(net, here, to) { a(0) }",
    ] {
        assert!(
            error(text).contains("function calls are nested more than 16 deep"),
            "{}",
            error(text)
        );
    }
    // Deep calls of deep expressions.
    let deep = format!("{}f(x){}", "(1 + ".repeat(25), ")".repeat(25));
    let text = format!("fn f(x) {{ {deep} }} fn route(net, here, to) {{ f(0) }}");
    assert!(!with_little_stack(text).is_empty());
}

/// The error of a script in a thread with a smaller stack than a worker of the page has.
fn with_little_stack(text: String) -> String {
    let thread = std::thread::Builder::new().stack_size(512 * 1024);
    let thread = thread
        .spawn(move || error(&text))
        .expect("there are threads");
    thread.join().expect("it does not overflow")
}

#[test]
fn functions_variables_and_characters_are_limited() {
    let functions: Vec<_> = (0..200).map(|i| format!("fn f{i}() {{}}")).collect();
    let functions = functions.join(" ");
    let text = format!("{functions} fn route(net, here, to) {{ 0 }}");
    assert!(
        error(&text).contains("at most 50 functions"),
        "{}",
        error(&text)
    );
    let variables: Vec<_> = (0..200).map(|i| format!("let x{i} = 0;")).collect();
    let variables = variables.join(" ");
    let error_of = error(&route(&variables));
    assert!(error_of.contains("at most 100 variables"), "{error_of}");
    let long = route(&"// a comment\n".repeat(2000));
    assert!(
        error(&long).contains("at most 20000 bytes"),
        "{}",
        error(&long)
    );
    // Lists of constants are charged for, too.
    let list = format!("loop {{ [{}]; }}", "0,".repeat(490));
    assert!(
        error(&route(&list)).contains("steps"),
        "{}",
        error(&route(&list))
    );
}

#[test]
fn nothing_escapes_the_language() {
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
        let error = error(&route(body));
        assert!(!error.is_empty(), "{body} is valid");
        assert!(error.len() < 300, "{body}: {error}");
    }
}

#[test]
fn a_function_must_return_an_offer() {
    for (body, sentence) in &rows("invalid_offer") {
        let error = error(&route(body));
        assert!(error.contains(sentence), "{body}: {error}");
        assert!(error.starts_with("line 1, column 26: "), "{body}: {error}");
    }
}
