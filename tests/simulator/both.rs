//! Laws of the simulator: agreement with an independent one, the latency of a message alone,
//! what holds after every cycle, and which networks deadlock. What is asked of the simulator is
//! also asked of the one that judges it.

use flitscope::sim::Simulator;

use super::laws::{
    agreement, bookkeeping, deadlock, events, idle, phases, quiet, selection, startup, trees,
};
use super::oracle::Oracle;

#[test]
fn two_simulators_written_apart_agree_on_every_flit_in_every_cycle() {
    agreement::on_any_design();
}

#[test]
fn they_agree_on_what_scenarios_ask_for() {
    agreement::on_any_scenario();
}

#[test]
fn they_agree_on_trees() {
    agreement::on_any_design_with_trees();
}

#[test]
fn they_agree_on_short_worms_that_go_far() {
    agreement::on_short_worms_that_go_far();
}

#[test]
fn they_agree_on_worms_that_lie_across_hundreds_of_lanes() {
    agreement::on_worms_that_lie_across_hundreds_of_lanes();
}

#[test]
fn they_agree_on_long_worms_with_copies_all_along_them() {
    agreement::on_long_worms_with_copies_all_along_them();
}

#[test]
fn they_agree_on_long_worms_that_share_their_channels() {
    agreement::on_long_worms_that_share_their_channels();
}

#[test]
fn they_agree_on_many_lanes_and_all_lengths() {
    agreement::on_many_lanes_and_all_lengths();
}

#[test]
fn idle_cycles_can_be_passed_over() {
    idle::passing_over_idle_cycles_changes_nothing();
}

#[test]
fn a_run_is_what_its_steps_are() {
    idle::a_run_ends_as_its_steps_do();
}

#[test]
fn events_are_what_is_seen_on_any_scenario() {
    events::are_what_is_seen_on_any_scenario();
}

#[test]
fn events_are_what_is_seen_on_any_design() {
    events::are_what_is_seen_on_any_design();
}

#[test]
fn events_are_what_is_seen_of_trees() {
    events::are_what_is_seen_on_any_design_with_trees();
}

#[test]
fn phases_are_what_trees_did() {
    phases::are_what_was_done_on_any_design_with_trees();
}

#[test]
fn crossings_are_what_is_seen_on_any_design() {
    events::crossings_are_what_is_seen_on_any_design();
}

#[test]
fn crossings_are_what_is_seen_of_lone_worms() {
    events::crossings_are_what_is_seen_of_lone_worms();
}

#[test]
fn phases_are_what_was_done_on_any_scenario() {
    phases::are_what_was_done_on_any_scenario();
}

#[test]
fn phases_are_what_was_done_on_any_design() {
    phases::are_what_was_done_on_any_design();
}

/// Every law as a test of both.
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

        mod the_judge {
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
    balances_on_any_scenario in bookkeeping;
    balances_on_any_design in bookkeeping;
    every_order_is_carried_out in bookkeeping;
    messages_take_shortest_paths in bookkeeping;
    a_message_alone_takes_its_zero_load_latency in quiet;
    a_flit_arrives_in_every_cycle in quiet;
    copies_arrive_as_the_tail_goes_by in quiet;
    copies_do_not_slow_a_worm_down in quiet;
    worms_leave_in_rounds_through_the_ports in quiet;
    relays_follow_each_other in quiet;
    messages_to_one_node_are_not_prepared in quiet;
    the_first_free_lane_is_the_lowest_of_the_first_channel in selection;
    the_least_occupied_channel_is_taken in selection;
    escape_lanes_are_taken_last in selection;
    random_selection_is_uniform in selection;
    one_headers_luck_does_not_change_anothers in selection;
    a_worm_counts_the_destinations_ahead in startup;
    who_starts_up_holds_a_port in startup;
    relays_have_what_they_send_on in startup;
    four_worms_lock_a_one_way_ring_with_one_vc in deadlock;
    with_a_second_vc_the_same_four_worms_all_arrive in deadlock;
    worms_that_close_up_let_others_by in deadlock;
    whole_messages_lock_a_ring_too in deadlock;
    an_overloaded_network_with_enough_vcs_never_locks in deadlock;
    adaptive_worms_with_an_escape_never_lock in deadlock;
    unrestricted_adaptive_worms_lock in deadlock;
    worms_that_take_ports_on_their_way_can_lock in deadlock;
    a_busy_port_is_no_deadlock in deadlock;
    a_tree_alone_takes_its_zero_load_latency in trees;
    any_tree_alone_brings_each_copy_in_time in trees;
    a_blocked_branch_holds_up_its_siblings in trees;
    replicated_broadcasts_of_neighbors_lock_and_relayed_ones_do_not in trees;
}
