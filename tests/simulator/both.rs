//! Laws of the simulator: agreement with an independent reference simulator, the latency of a lone
//! message, invariants of every cycle, and which networks deadlock. The reference simulator has to
//! obey the same laws.

use engine::sim::Simulator;

use super::laws::{
    agreement, bookkeeping, deadlock, events, idle, phases, quiet, selection, startup, trees,
};
use super::oracle::Oracle;

#[test]
fn two_independent_simulators_agree_on_every_flit_in_every_cycle() {
    agreement::on_any_design();
}

#[test]
fn the_simulators_agree_on_any_scenario() {
    agreement::on_any_scenario();
}

#[test]
fn the_simulators_agree_on_multicast_trees() {
    agreement::on_any_design_with_trees();
}

#[test]
fn the_simulators_agree_on_short_worms_with_long_paths() {
    agreement::on_short_worms_with_long_paths();
}

#[test]
fn the_simulators_agree_on_worms_across_hundreds_of_lanes() {
    agreement::on_worms_across_hundreds_of_lanes();
}

#[test]
fn the_simulators_agree_on_long_worms_with_many_copies() {
    agreement::on_long_worms_with_many_copies();
}

#[test]
fn the_simulators_agree_on_long_worms_that_share_channels() {
    agreement::on_long_worms_that_share_channels();
}

#[test]
fn the_simulators_agree_on_many_lanes_and_all_lengths() {
    agreement::on_many_lanes_and_all_lengths();
}

#[test]
fn idle_cycles_can_be_skipped() {
    idle::skipping_idle_cycles_changes_nothing();
}

#[test]
fn a_run_equals_its_single_steps() {
    idle::a_run_ends_like_its_single_steps();
}

#[test]
fn events_match_the_states_on_any_scenario() {
    events::match_the_states_on_any_scenario();
}

#[test]
fn events_match_the_states_on_any_design() {
    events::match_the_states_on_any_design();
}

#[test]
fn events_match_the_states_with_trees() {
    events::match_the_states_on_any_design_with_trees();
}

#[test]
fn phases_match_the_run_with_trees() {
    phases::match_the_run_on_any_design_with_trees();
}

#[test]
fn crossings_match_the_states_on_any_design() {
    events::crossings_match_the_states_on_any_design();
}

#[test]
fn crossings_match_the_states_of_lone_worms() {
    events::crossings_match_the_states_of_lone_worms();
}

#[test]
fn phases_match_the_run_on_any_scenario() {
    phases::match_the_run_on_any_scenario();
}

#[test]
fn phases_match_the_run_on_any_design() {
    phases::match_the_run_on_any_design();
}

/// Tests of every law for both simulators.
macro_rules! both_obey {
    ($($law:ident in $file:ident;)*) => {
        mod simulator {
            use super::*;
            $(
                #[test]
                fn $law() {
                    $file::$law::<Simulator>();
                }
            )*
        }

        mod reference {
            use super::*;
            $(
                #[test]
                fn $law() {
                    $file::$law::<Oracle>();
                }
            )*
        }
    };
}

both_obey! {
    flits_and_messages_are_conserved_on_any_scenario in bookkeeping;
    flits_and_messages_are_conserved_on_any_design in bookkeeping;
    every_order_is_delivered_unless_the_network_deadlocks in bookkeeping;
    messages_take_shortest_paths in bookkeeping;
    a_lone_message_has_its_zero_load_latency in quiet;
    one_flit_arrives_per_cycle in quiet;
    copies_arrive_when_the_tail_passes in quiet;
    copies_do_not_slow_a_worm_down in quiet;
    worms_leave_in_rounds_through_the_ports in quiet;
    a_relay_is_released_when_its_copy_arrives in quiet;
    messages_to_one_node_have_no_start_up_or_preparation in quiet;
    the_first_free_lane_is_the_lowest_of_the_first_channel in selection;
    the_least_occupied_channel_is_taken in selection;
    escape_lanes_are_taken_last in selection;
    random_selection_is_uniform in selection;
    a_random_draw_does_not_depend_on_other_headers in selection;
    a_worm_counts_the_destinations_ahead in startup;
    a_worm_that_starts_up_holds_a_port in startup;
    relays_have_received_the_messages_they_forward in startup;
    four_worms_deadlock_in_a_unidirectional_ring_with_one_vc in deadlock;
    with_a_second_vc_the_same_four_worms_all_arrive in deadlock;
    worms_that_close_up_release_channels in deadlock;
    buffers_for_whole_messages_do_not_prevent_deadlock in deadlock;
    an_overloaded_network_with_enough_vcs_never_deadlocks in deadlock;
    adaptive_worms_with_an_escape_never_deadlock in deadlock;
    unrestricted_adaptive_worms_deadlock in deadlock;
    worms_that_hold_ports_along_their_path_can_deadlock in deadlock;
    a_busy_port_is_no_deadlock in deadlock;
    a_lone_tree_has_its_zero_load_latency in trees;
    any_lone_tree_delivers_each_copy_in_its_zero_load_latency in trees;
    a_blocked_branch_delays_its_siblings in trees;
    replicated_broadcasts_of_neighbors_deadlock_and_relayed_ones_do_not in trees;
}
