//! Networks from files of other programs: what they mean, and what is said about the rest.

use flitscope::topology::graph::{Sketch, import};

/// The text of the network imported from a file, and the notes about it.
fn imported(file: &str) -> (String, Vec<String>) {
    let imported = import(file).expect("a file");
    (imported.sketch.text(), imported.notes)
}

const PARALLEL: &str = "1 link is not used, because the file has another one between the same nodes: \
                        parallel links count once, and carry one flit per cycle in each direction.";

#[test]
fn files_of_other_programs_are_read() {
    let none: Vec<String> = Vec::new();
    let two = "router 0 node 0 node 1 router 1 15\nrouter 1 node 2 node 3 router 0 5\n";
    // The lines of both routers have their link.
    let note = "The attribute latency of 1 link, 5, is not used: a flit crosses every link in one \
                cycle, so latencies are those of equal links."
        .to_owned();
    let text = "0\n1\n2\n3\n0 - r0\n1 - r0\n2 - r1\n3 - r1\nr0 - r1\nswitch r0\nswitch r1";
    assert_eq!(imported(two), (text.to_owned(), vec![note]));
    // A router with a single node is imported as one node.
    let ring = "router 0 node 0 router 1\nrouter 1 node 1 router 2\nrouter 2 node 2 router 0\n";
    let text = "0 - 1\n0 - 2\n1 - 2".to_owned();
    assert_eq!(imported(ring), (text, none.clone()));
    let graphml = r#"<?xml version="1.0"?>
        <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
          <key id="d0" for="node" attr.name="x" attr.type="double"/>
          <key id="d1" for="node" attr.name="y" attr.type="double"/>
          <key id="d2" for="node" attr.name="switch" attr.type="boolean"/>
          <graph edgedefault="undirected">
            <edge source="a" target="b c"/>
            <node id="a"><data key="d0">100</data><data key="d1">200</data></node>
            <node id="b c"><data key="d0">250</data><data key="d1">200</data></node>
            <node id="d"><data key="d2">true</data></node>
            <edge source="b c" target="d" directed="true"/>
            <edge source="d" target="b c" directed="true"/>
            <edge source="a" target="b c"/>
          </graph>
        </graphml>"#;
    let text = "a - \"b c\"\n\"b c\" - d\nswitch d\na @ 0 0\n\"b c\" @ 1.5 0".to_owned();
    let notes = [PARALLEL];
    assert_eq!(imported(graphml), (text, notes.map(str::to_owned).to_vec()));
    let json = r#"{"directed": true, "multigraph": false, "graph": {},
        "nodes": [{"id": [0, 0], "pos": [0, 1]}, {"id": [0, 1], "pos": [0, 0]}, {"id": "s", "switch": true}],
        "links": [{"source": [0, 0], "target": [0, 1]}, {"source": [0, 1], "target": "s"},
                  {"source": "s", "target": [0, 0]}, {"source": "s", "target": "s"}]}"#;
    let text = "0,0 -> 0,1\ns -> 0,0\n0,1 -> s\nswitch s\n0,0 @ 0 0\n0,1 @ 0 1.5".to_owned();
    let note = "1 link from a node to itself is not used: no message takes it.".to_owned();
    assert_eq!(imported(json), (text, vec![note]));
    let json = r#"{"nodes": [{"id": 1}, {"id": 2}], "edges": [{"source": 1, "target": 2}]}"#;
    assert_eq!(imported(json), ("1 - 2".to_owned(), none));
}

/// yEd declares every drawing as directed; its arrowheads tell what is meant.
#[test]
fn arrowheads_of_yed_are_the_directions_of_links() {
    let yed = |edges: &str| {
        format!(
            r#"<graphml xmlns:y="http://www.yworks.com/xml/graphml">
            <key for="node" id="d6" yfiles.type="nodegraphics"/>
            <key for="edge" id="d10" yfiles.type="edgegraphics"/>
            <graph edgedefault="directed" id="G">
            <node id="n0"><data key="d6"><y:ShapeNode><y:Geometry x="0" y="0"/><y:NodeLabel>North
              Hub<y:LabelModel/></y:NodeLabel></y:ShapeNode></data></node>
            <node id="n1"/><node id="n2"/>{edges}</graph></graphml>"#
        )
    };
    let edge = |ends: [&str; 2], arrows: [&str; 2]| {
        format!(
            r#"<edge source="{}" target="{}"><data key="d10"><y:PolyLineEdge><y:Arrows source="{}"
            target="{}"/><y:EdgeLabel>{}</y:EdgeLabel></y:PolyLineEdge></data></edge>"#,
            ends[0], ends[1], arrows[0], arrows[1], "10G"
        )
    };
    let edges = [
        edge(["n0", "n1"], ["none", "none"]),
        edge(["n1", "n2"], ["none", "standard"]),
        edge(["n0", "n2"], ["delta", "none"]),
    ];
    let (text, notes) = imported(&yed(&edges.concat()));
    assert_eq!(text, "\"North Hub\" - n1\nn2 -> \"North Hub\"\nn1 -> n2");
    assert_eq!(
        notes,
        [
            "The position of 1 node is not used, because no two nodes with a link between them have \
             different positions.",
            "1 node is called by a label in the file: North Hub for n0.",
            "The attribute label of 3 links, always 10G, is not used: links have no names, so that \
             results are the same without.",
        ]
    );
    // Without arrows, the declaration counts.
    let plain =
        r#"<edge source="n0" target="n1"/><edge source="n1" target="n2" directed="false"/>"#;
    let (text, _) = imported(&yed(plain));
    assert_eq!(text, "\"North Hub\" -> n1\nn1 - n2");
}

/// A group is no node, unless a link ends at it; the graph in it has a default of its own.
#[test]
fn groups_of_nodes_are_not_nodes() {
    let group = |edge: &str| {
        format!(
            r#"<graphml><graph edgedefault="directed"><node id="g"><graph edgedefault="undirected">
            <node id="g::a"/><node id="g::b"/><edge source="g::a" target="g::b"/></graph></node>
            <node id="c"/>{edge}</graph></graphml>"#
        )
    };
    let (text, notes) = imported(&group(r#"<edge source="g::b" target="c"/>"#));
    assert_eq!(text, "g__a - g__b\ng__b -> c");
    let note = "1 group of nodes is not used: the nodes in a group are nodes as all others.";
    assert_eq!(notes[0], note);
    let (text, _) = imported(&group(r#"<edge source="g" target="c"/>"#));
    assert_eq!(text, "g\ng__a\ng__a - g__b\ng -> c");
}

/// Attributes that a network does not use are named, with the consequence for the result.
#[test]
fn attributes_that_are_not_used_are_named() {
    let json = r#"{"directed": false, "multigraph": false, "graph": {"site": "north"}, "nodes": [
        {"id": "GPU 0", "type": "gpu", "rack": 3}, {"id": "GPU 1", "type": "gpu", "rack": 3},
        {"id": "nv-1", "type": "switch", "rack": 4}], "links": [
        {"source": "GPU 0", "target": "nv-1", "capacity": 1, "latency": "5 ns"},
        {"source": "GPU 1", "target": "nv-1", "capacity": 2, "latency": "5 ns"}]}"#;
    let (text, notes) = imported(json);
    let lines = "\"GPU 0\"\n\"GPU 1\"\n\"GPU 0\" - \"nv-1\"\n\"GPU 1\" - \"nv-1\"\nswitch \"nv-1\"";
    assert_eq!(text, lines);
    assert_eq!(
        notes,
        [
            "1 node is a switch by the attribute type: only the other nodes send and receive messages.",
            "The attribute capacity of 2 links, from 1 to 2, is not used: every link carries one flit \
             per cycle in each direction, so loads, bounds and throughput are those of equal links.",
            "The attribute latency of 2 links, always 5 ns, is not used: a flit crosses every link in \
             one cycle, so latencies are those of equal links.",
            "The attribute rack of 3 nodes, from 3 to 4, is not used: all nodes are equal but for \
             switches, so results are the same without.",
            "The attribute site of the file as a whole is not used, and without effect on the results.",
        ]
    );
    // Where all are routers, all send and receive.
    let routers = json
        .replace("gpu", "router")
        .replace("\"switch\"", "\"router\"");
    let (text, notes) = imported(&routers);
    assert!(!text.contains("switch"), "{text}");
    let role = "The attribute type of 3 nodes, always router, is not used: ";
    assert!(notes.iter().any(|note| note.starts_with(role)), "{notes:?}");
}

#[test]
fn nodes_at_one_place_do_not_displace_all_others() {
    let node = |id: &str, x: f64| format!(r#"{{"id": "{id}", "x": {x}, "y": 0}}"#);
    let json = format!(
        r#"{{"nodes": [{}, {}, {}], "links": [{{"source": "a", "target": "b"}},
        {{"source": "b", "target": "c"}}]}}"#,
        node("a", 10.0),
        node("b", 20.0),
        node("c", 20.0)
    );
    let (text, notes) = imported(&json);
    assert_eq!(text, "a - b\nb - c\na @ 0 0\nb @ 3 0");
    let note = "1 node is not drawn at the place in the file, because another node is there.";
    assert_eq!(notes, [note]);
}

/// The same network in the formats of several programs, each read as the same lines.
#[test]
fn lists_of_links_are_read() {
    let both = |count: u32| {
        let are = if count == 1 { "link is" } else { "links are" };
        format!("{count} {are} read as leading both ways.")
    };
    let ring = "0 - 1\n1 - 2\n0 - 3\n2 - 3";
    for file in [
        "0 1\n1 2\n2 3\n0 3\n",
        "# Nodes: 4 Edges: 4\n# FromNodeId\tToNodeId\n0\t1\n1\t2\n2\t3\n0\t3\n",
        "% comment\n0,1\n1,2\n2,3\n0,3",
        "source,target\n0,1\n1,2\n2,3\n0,3\n",
        "Node A;Node B\n0;1\n1;2\n2;3\n0;3\n",
        "0 1 {}\n1 2 {}\n2 3 {}\n0 3 {}\n",
        "4 4\n0 1\n1 2\n2 3\n0 3\n",
        "0 1 3\n1 2\n2 3\n3\n",
        "0: 1 3\n1: 2\n2: 3",
        "\u{feff}0 1\r\n1 2\r\n2 3\r\n0 3\r\n",
    ] {
        let (text, notes) = imported(file);
        // An adjacency list names the neighbors of a node at once.
        let other = "0 - 1\n0 - 3\n1 - 2\n3 - 2";
        assert!(text == ring || text == other, "{file:?}: {text}");
        assert!(notes.contains(&both(4)), "{file:?}: {notes:?}");
    }
    for (file, text, note) in [
        (
            "leaf-1,spine-2\nleaf-3,spine-2\n",
            "\"leaf-1\" - \"spine-2\"\n\"spine-2\" - \"leaf-3\"",
            both(2),
        ),
        ("\"GPU 0\",\"a, b\"\n", "\"GPU 0\" - \"a, b\"", both(1)),
        ("(0, 0) (0, 1) {}\n", "0,0 - 0,1", both(1)),
        ("0,0 0,1\n", "0,0 - 0,1", both(1)),
        (
            "id,to,from,rate\n1,b,a,10\n2,c,b,40\n",
            "a - b\nb - c",
            "The attribute rate of 2 links, from 10 to 40, is not used: every link carries one flit \
             per cycle in each direction, so loads, bounds and throughput are those of equal links."
                .to_owned(),
        ),
        (
            "a b 3\nb c 3\nc d 3\n",
            "a - b\nb - c\nc - d",
            "The attribute column 3 of 3 links, always 3, is not used: all links are equal: each \
             carries one flit per cycle in each direction, and a flit crosses it in one cycle."
                .to_owned(),
        ),
        (
            "0 1 {'weight': 7}\n",
            "0 - 1",
            "The attribute weight of 1 link, 7, is not used: shortest paths are those with the fewest \
             links, and all links are equal."
                .to_owned(),
        ),
        (
            "source,target,type\na,b,Directed\nb,a,Directed\nb,c,Undirected\n",
            "a - b\nb - c",
            both(1),
        ),
        (
            "a b\nb a\nb c\n",
            "a - b\nb - c",
            "1 link is listed in both directions, and 1 in one only; all are read as leading both ways."
                .to_owned(),
        ),
        (
            "4 1 4\n3\n0 3 100Gbps 1us 0\n1 3 100Gbps 1us 0\n2 3 100Gbps 1us 0\n3 0 100Gbps 1us 0\n",
            "0\n1\n2\n0 - 3\n1 - 3\n2 - 3\nswitch 3",
            PARALLEL.to_owned(),
        ),
    ] {
        let (found, notes) = imported(file);
        assert!(notes.contains(&note), "{file}: {notes:?}");
        assert_eq!(found, text, "{file}");
    }
    // Both directions of every link are not worth a note.
    assert_eq!(imported("a b\nb a\n"), ("a - b".to_owned(), Vec::new()));
}

#[test]
fn dot_and_gml_are_read() {
    let dot = r#"// a star
        strict graph "G" { graph [rankdir=LR]; node [type=host];
          s [type=switch, label="core 1"]; a -- s [capacity=10]; { b c } -- s:p1:n;
          subgraph cluster_x { d; label=x } s -- d [label="up"] }"#;
    let (text, notes) = imported(dot);
    assert_eq!(
        text,
        "\"core 1\" - a\n\"core 1\" - b\n\"core 1\" - c\n\"core 1\" - d\nswitch \"core 1\""
    );
    assert_eq!(notes.len(), 5, "{notes:?}");
    let dot = "digraph { a -> b -> c; edge [dir=both]; c -> a; b -> a [dir=back] }";
    assert_eq!(imported(dot).0, "a -> b\na - c\nb -> c");
    let gml = r#"Creator "igraph version 0.10"
        Version 1
        graph [ directed 0
          node [ id 0 label "A&amp;B" graphics [ x 0.0 y 0.0 ] ]
          node [ id 1 label "C" graphics [ x 20.0 y 0.0 ] ]
          edge [ source 0 target 1 value 2.5 LinkSpeed "10" ] ]"#;
    let (text, notes) = imported(gml);
    assert_eq!(text, "\"A&B\" - C\n\"A&B\" @ 0 0\nC @ 1.5 0");
    assert_eq!(notes.len(), 3, "{notes:?}");
    let yed = r#"Creator "yFiles"
        graph [ directed 1 node [ id 0 ] node [ id 1 ] node [ id 2 ]
          edge [ source 0 target 1 graphics [ fill "x" ] ]
          edge [ source 1 target 2 graphics [ targetArrow "standard" ] ]
          edge [ source 2 target 0 graphics [ sourceArrow "standard" ] ] ]"#;
    assert_eq!(imported(yed).0, "0 - 1\n0 -> 2\n1 -> 2");
}

#[test]
fn the_largest_part_of_a_network_is_a_network() {
    let sketch = Sketch::parse("a - b\nc - d -> e\nd - f\nswitch d\nc @ 1 2").expect("a network");
    assert_eq!(
        sketch
            .clone()
            .build()
            .expect_err("it has parts")
            .to_string(),
        "the network is not connected: every node must reach every other, and there is no path from c \
         to a; it consists of 3 parts, the largest of which are the 3 nodes with c and d, and the 2 \
         nodes a and b"
    );
    let part = sketch.largest_part();
    assert_eq!(part.text(), "c - d\nd - f\nswitch d\nc @ 1 2");
    assert!(part.build().is_ok());
}

#[test]
fn files_of_other_formats_are_refused_by_name() {
    for (file, expected) in [
        (
            r#"{"graph": {"nodes": {"a": {}}, "edges": []}}"#,
            "the file must be node-link JSON, as nx.node_link_data(network) of NetworkX returns it: an \
             object with nodes and links, not JSON Graph Format",
        ),
        (
            r#"{"0": [1, 2], "1": [0]}"#,
            "the file must be node-link JSON, as nx.node_link_data(network) of NetworkX returns it: an \
             object with nodes and links, not an object of lists of neighbors",
        ),
        (
            ",a,b,c\na,0,1,0\nb,1,0,1\nc,0,1,0\n",
            "the file must be a list of links, a line such as a b for each, not a matrix of 4 lines",
        ),
    ] {
        let error = import(file).expect_err(file).to_string();
        assert_eq!(error, expected);
    }
}

#[test]
fn invalid_files_are_refused_with_the_line() {
    for (file, expected) in [
        (
            "router 0 node 0\nrouter 1 node",
            "line 2 must be router and a number, followed by node or router and a number each, \
             optionally with a latency, not router 1 node",
        ),
        (
            "router 0 node 0 router 0",
            "line 1: router 0 is linked to itself",
        ),
        (
            "router 0 node 0\n\nrouter 1 node 0",
            "line 3: node 0 is linked to router 1, and to router 0 already; a node has one router",
        ),
        (
            "node 0 node 1",
            "line 1: node 0 is linked with node 1; a node is linked with its router only",
        ),
        (
            "<graphml><graph></graphml>",
            "line 1: the file is not valid XML: ",
        ),
        (
            "<svg/>",
            "the file must be GraphML with a graph, as nx.write_graphml(network, file) of NetworkX writes \
             it, not XML of svg",
        ),
        (
            "<graphml>\n<graph>\n<node/></graph></graphml>",
            "line 3: the element node has no attribute id",
        ),
        (
            "<graphml><graph><node id='a'/>\n<edge source='a' target='b'/></graph></graphml>",
            "line 2: the target of an edge must be the id of a node, not b",
        ),
        (
            "<graphml><graph><node id='a'/>\n<hyperedge/></graph></graphml>",
            "line 2: a hyperedge joins several nodes, but a link joins only two",
        ),
        ("{\n\"nodes\": [}", "line 2: the file is not valid JSON: "),
        ("{}", "there is no list called nodes in the file"),
        (
            r#"{"nodes": []}"#,
            "there is no list called links or edges in the file",
        ),
        (
            r#"{"nodes": [{}], "links": []}"#,
            "nodes[0].id must be given",
        ),
        (
            r#"{"nodes": [{"id": 1}, {"id": "1"}], "links": []}"#,
            "there are two nodes whose id is 1; every node needs one of its own",
        ),
        (
            r#"{"nodes": [{"id": 1}], "links": [{"source": 1, "target": {}}]}"#,
            "links[0].target must be a string or a number, not {}",
        ),
        (
            r#"{"nodes": [{"id": 1}], "links": [{"source": 1, "target": 7}]}"#,
            "links[0].target must be the id of a node, not 7",
        ),
        ("a - b\nc d", "line 2 must be a - b, a -> b, a @ x y, "),
        ("a -- b", "line 1 must be a - b, a -> b, a @ x y, "),
        (
            "0 1 2\n0 2\n",
            "line 2 must be 3 fields, as in the first line, or a: b c for links from a to b and to c, \
             not 0 2",
        ),
        (
            "0 1 1\n1 0 1\n1 1 0\n",
            "the file must be a list of links, a line such as a b for each, not a matrix of 3 lines",
        ),
        (
            "*Vertices 3\n1 \"a\"\n",
            "the file must be lines such as a - b, an edge list, ",
        ),
        ("[[0, 1]]", "the file must be node-link JSON, "),
        ("{\"elements\": {}}", "the file must be node-link JSON, "),
        (
            "graph { a -- }",
            "line 1 must be a node, an edge or a closing }, not }",
        ),
        ("graph { a -- b", "line 1 must be a closing }, not nothing"),
        (
            "graph [ node [ id 0 ]",
            "line 1 must be a key or a closing ], not nothing",
        ),
        (
            "graph [ node [ id 0 ] edge [ source 0 target 1 ] ]",
            "the target of an edge must be the id of a node, not 1",
        ),
        (
            "3 0 2\n0 1 1Gbps 1us 0\n1 3 1Gbps 1us 0\n",
            "line 3 must be a link of nodes from 0 to 2, not 1 3 1Gbps 1us 0",
        ),
    ] {
        let error = import(file).expect_err(file).to_string();
        assert!(error.starts_with(expected), "{file}: {error}");
    }
}
