//! Citations of works that define several terms.

// Chapters of the standard textbooks.
pub(super) const TOPOLOGY: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 3";
pub(super) const BUTTERFLY: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 4";
pub(super) const CROSSBAR: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 6";
pub(super) const ROUTING: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 8";
pub(super) const FLOW: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 12";
pub(super) const BUFFERS: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 13";
pub(super) const STUCK: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 14";
pub(super) const QUALITY: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 15";
pub(super) const ROUTER: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 16";
pub(super) const ARBITER: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 18";
pub(super) const ALLOCATOR: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 19";
pub(super) const PERFORMANCE: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 23";
pub(super) const SIMULATION: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 24";
pub(super) const SWITCHING: &str =
    "Duato, Yalamanchili & Ni 2003, Interconnection Networks: An Engineering Approach, ch. 2";
pub(super) const COLLECTIVE: &str =
    "Duato, Yalamanchili & Ni 2003, Interconnection Networks: An Engineering Approach, ch. 5";
pub(super) const QUEUES: &str = "Kleinrock 1975, Queueing Systems, volume 1: Theory";
pub(super) const GROUPS: &str = "Al-Dubai, Ould-Khaoua, El-Zayyat & Mackenzie, On balancing traffic \
                                 load in path-based multicast communication";
