//! What each paper asks and what it answers, and its system, in words.

pub(super) const SHAHRABI: &str = "How long does a broadcast take in a hypercube that routes adaptively, while other messages \
     are under way? There were models for single messages, but none for a message to everybody \
     that is made of single ones. The paper treats every channel and every injection channel as \
     a queue, counts what the copies of broadcasts add to its load, and solves the circle between \
     waiting and service times by iteration. Its answer is a latency that is n times that of one \
     step, and it finds it close to simulation until the network is nearly full.";

pub(super) const SHAHRABI_SYSTEM: &str = "A cube of 2ⁿ nodes with wormhole switching. A channel has V virtual channels: V − 1 that may \
     be taken in any dimension still to be corrected, and one, the escape, in the lowest such \
     dimension only, so that nothing can lock. Every node has n injection channels with an endless \
     queue each. Messages of M flits come at random; a share β of them are broadcasts, the others \
     go to one node each. A broadcast goes along a binomial tree: whoever has received it over one \
     dimension sends a copy over each later one. So that no dimension carries more than another, \
     every broadcast begins with another one.";

pub(super) const CICIANI: &str = "Can the latency of wormhole routing be written down in closed form, without iteration, for \
     tori and hypercubes alike? Following a message backwards, from its destination to its source, \
     the paper asks at each link how long it has still to go there, and adds what it may have to \
     wait for one message of another flow. This gives a recursion of a few lines for one-way tori \
     of any three sides, for two-way tori and for hypercubes. Against printed simulations it is \
     within a few per cent until the network is nearly full, where it is too low; and it shows \
     that of tori with equally many nodes, those with equal sides are best.";

pub(super) const CICIANI_SYSTEM: &str = "A network of k-ary n-cubes with dimension-order routing: one-way rings of k₀, k₁ and k₂ nodes, \
     rings both ways of k nodes each, or a cube of 2ⁿ nodes. Wormhole switching with buffers of a \
     single flit; in rings two virtual channels, which keep worms from locking. Nodes generate \
     messages at random, to any node alike; lengths are fixed or exponential. Loads are printed \
     in bits per cycle and node, so a load of 1/τ with messages of L bits is (1/τ)/L messages, and \
     a message has L/W flits.";

pub(super) const QUALIFIED_GROUPS: &str = "How should one message reach many nodes of a mesh, when start-ups are costly and channels \
     are shared? One or two long worms need one start-up but hold many channels; many short worms \
     need many start-ups. The paper proposes a middle way: divide the destinations into groups \
     that are about equally far and large, send to the nearest member of each, and let these \
     leaders serve their groups at the same time, so that two start-ups are always enough. From \
     simulation it concludes that this is fastest when loads or destination sets are large, and \
     that arrivals scatter least.";

pub(super) const QUALIFIED_GROUPS_SYSTEM: &str = "A mesh of 10×10 or 16×16 nodes, two opposite channels between neighbors, wormhole switching. \
     A node has four injection and four ejection channels. Messages of 32 flits go to 10 or 20 \
     nodes; each worm costs a start-up of 33 cycles at its port, and preparing costs a node some \
     cycles more, depending on the algorithm. Four algorithms are compared: dual path, multi-path, \
     column path and qualified groups.";

pub(super) const MESH_HYPERCUBE: &str = "How can messages to one node and to many be routed in a mesh-hypercube, adaptively and \
     without locking? The paper numbers the nodes of each cube along a Hamiltonian path and lets a \
     message pass through ascending or through descending numbers only, after it has changed \
     levels. It argues that a shortest way of this kind always exists, that no circle of waiting \
     can close, and that a message needs at most as many hops as the diameter. A message to many \
     leaves in four directions and is divided again at every level that holds destinations. There \
     is no measurement in it: everything that it says can be counted.";

pub(super) const MESH_HYPERCUBE_SYSTEM: &str = "MH(m,n) is m cubes of n nodes in a line: a node (L,X) has a link to each node of its level \
     whose address differs in one bit, and to the node of the same address one level up and one \
     down. All links go both ways; a router can use all of them at once, and a header can name \
     several destinations, each of which takes a copy as the worm passes. Wormhole switching.";

pub(super) const ABOELAZE: &str = "How long does a message wait at a link of an N-cube whose processors run without a common \
     clock? The paper counts, from symmetry alone, which share of all messages crosses a given \
     link, and then treats each link as a queue of its own. It does so for destinations that are \
     equally likely and for such that are likelier the nearer they are, and then asks what one \
     more link per node, to the opposite corner, would gain: in this folded cube links carry less, \
     and delays are shorter. It reports simulations within 7 %.";

pub(super) const ABOELAZE_SYSTEM: &str = "A cube of 2ᴺ nodes that stores each message as a whole at every node before it passes it on; \
     queues are endless. Lengths are exponential with mean 1/μ, sources generate at random, and \
     all shortest paths are taken alike. Destinations are uniform, or each node at distance i is \
     chosen with a probability proportional to 1/i. In the folded cube a message that has farther \
     to go than ⌈N/2⌉ first takes the link to the opposite corner of its source.";
