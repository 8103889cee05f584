"""Tests of scripts/python with the program that FLITSCOPE names: `python -m unittest discover tests/python`."""

import json
import os
import subprocess
import unittest

import flitscope
import numpy

SHORT = {"network": "mesh:4x4", "length": {"fixed": 8}, "traffic": {"rate": 0.01}, "run": {"warmup": 100, "cycles": 2000}}


class Run(unittest.TestCase):
    def test_a_row_is_the_report_of_the_command_line(self):
        scenarios = flitscope.grid(SHORT, {"traffic.rate": [0.01, 0.005], "seed": {"from": 1, "to": 2}})
        self.assertEqual([scenario["seed"] for scenario in scenarios], [1, 2, 1, 2])
        table = flitscope.run(scenarios)
        self.assertEqual(table["traffic.rate"].tolist(), [0.01, 0.01, 0.005, 0.005])
        self.assertEqual(table["seed"].tolist(), [1, 2, 1, 2])
        self.assertTrue(table["error"].isna().all())
        for (_, row), scenario in zip(table.iterrows(), scenarios, strict=True):
            call = [flitscope.program(), "run", "-", "--quiet"]
            report = json.loads(subprocess.run(call, input=json.dumps(scenario), text=True, capture_output=True).stdout)
            self.assertEqual(row["id"], report["id"])
            self.assertEqual(row["latency"], report["latency"]["mean"])
            self.assertEqual(row["latency_ci95"], report["latency"]["ci95"])
            self.assertEqual(row["digest"], report["digest"])

    def test_rows_are_in_the_order_of_scenarios_and_loads(self):
        scenarios = ({**SHORT, "seed": seed, "loads": numpy.array([0.02, 0.005, 0.01])} for seed in (3, 1, 2))
        table = flitscope.run(scenarios, jobs=2)
        self.assertEqual(table["id"].tolist(), [0, 0, 0, 1, 1, 1, 2, 2, 2])
        self.assertEqual(table["seed"].tolist(), [3, 3, 3, 1, 1, 1, 2, 2, 2])
        self.assertEqual(table["load"].tolist(), [0.02, 0.005, 0.01] * 3)
        self.assertEqual(table["length.fixed"].unique().tolist(), [8])

    def test_one_scenario_may_be_a_dict_and_equal_ones_have_a_row_each(self):
        self.assertEqual(len(flitscope.run(SHORT)), 1)
        table = flitscope.run([{**SHORT, "id": "a"}] * 2)
        self.assertEqual(table["id"].tolist(), ["a", "a"])
        self.assertEqual(table["digest"].nunique(), 1)
        self.assertEqual(len(flitscope.run([])), 0)

    def test_an_error_is_in_the_row_of_its_scenario(self):
        table = flitscope.run([SHORT, {**SHORT, "vcs": 99}, {**SHORT, "loads": "high"}, SHORT])
        self.assertEqual(table["error"].isna().tolist(), [True, False, False, True])
        self.assertIn("vcs must be", table["error"][1])
        self.assertIn("loads must be", table["error"][2])
        self.assertEqual(table["latency"].isna().tolist(), [False, True, True, False])

    def test_saturated_networks_are_measured_to_the_end_if_asked(self):
        hot = {**SHORT, "traffic": {"rate": 0.2}, "run": {"warmup": 100, "cycles": 20000}}
        short, whole = flitscope.run(hot), flitscope.run(hot, accepted=True)
        self.assertEqual(short["state"].tolist() + whole["state"].tolist(), ["saturated", "saturated"])
        self.assertLess(short["cycles"][0], whole["cycles"][0])

    def test_complete_reports_have_the_ids_of_their_scenarios(self):
        reports = list(flitscope.reports([SHORT, {**SHORT, "id": "b"}]))
        self.assertEqual([report["id"] for report in reports], [0, "b"])
        self.assertIn("histogram", reports[0]["channel_load"])


class Refusals(unittest.TestCase):
    def test_calls_that_cannot_be_started_raise_one_sentence(self):
        for error, part, call in [
            (TypeError, "scenarios must be a dict or an iterable of dicts, not str", lambda: flitscope.run("mesh:4x4")),
            (TypeError, "scenario 1 must be a dict, not int", lambda: flitscope.run([SHORT, 1])),
            (TypeError, "a scenario cannot contain a set", lambda: flitscope.run({"network": set()})),
            (ValueError, "jobs must be a whole number", lambda: flitscope.run(SHORT, jobs=0)),
            (ValueError, "vcx must be one of the fields", lambda: flitscope.grid({}, {"vcx": [1]})),
            (ValueError, "not JSON compliant", lambda: flitscope.run({"vcs": float("nan")})),
        ]:
            with self.subTest(part), self.assertRaisesRegex(error, part):
                call()

    def test_a_program_that_is_missing_or_fails_is_an_error(self):
        named = os.environ["FLITSCOPE"]
        self.addCleanup(os.environ.__setitem__, "FLITSCOPE", named)
        os.environ["FLITSCOPE"] = "/nowhere/flitscope"
        with self.assertRaises(FileNotFoundError):
            flitscope.run(SHORT)
        # Ends by a signal, as a program that is killed.
        os.environ["FLITSCOPE"] = os.path.join(os.path.dirname(__file__), "killed")
        with self.assertRaisesRegex(RuntimeError, "status -9"):
            flitscope.run(SHORT)


if __name__ == "__main__":
    unittest.main()
