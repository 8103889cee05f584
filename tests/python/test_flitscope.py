"""Tests of scripts/python with the program that FLITSCOPE names: `python -m unittest discover tests/python`."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

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


class Files(unittest.TestCase):
    """Reports in files, which other machines may have written."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.scenarios = flitscope.grid(SHORT, {"traffic.rate": [0.01, 0.005], "seed": [1, 2]})
        self.scenarios += [{**SHORT, "loads": [0.02, 0.01]}, {**SHORT, "vcs": 99}, {**SHORT, "network": "mesh:0"}]

    def written(self, name, scenarios):
        """Writes scenarios and, by the command line, their reports in two parts."""
        lines = self.folder / f"{name}.jsonl"
        lines.write_text("\n".join(json.dumps(scenario) for scenario in scenarios))
        parts = [self.folder / f"{name}-{part}.jsonl" for part in (1, 2)]
        for part, file in enumerate(parts, 1):
            subprocess.run([flitscope.program(), "run", lines, "--shard", f"{part}/2", "--into", file, "--quiet"], check=False)
        return lines, parts

    def test_finished_files_are_the_table_of_a_run(self):
        lines, parts = self.written("all", self.scenarios)
        expected = flitscope.run(self.scenarios)
        # The order of the lines, not that of the files.
        table = flitscope.table(self.scenarios, parts[::-1]).drop(columns="link")
        self.assertEqual(len(table), 8)
        for name in table.columns:
            self.assertTrue(table[name].equals(expected[name]), name)
        self.assertTrue(flitscope.table(lines, parts).drop(columns="link").equals(table))
        merged = self.folder / "merged.jsonl"
        with merged.open("w") as file:
            subprocess.run([flitscope.program(), "merge", lines, *parts], stdout=file, check=False)
        self.assertTrue(flitscope.table(str(lines), str(merged)).drop(columns="link").equals(table))
        reports = [json.loads(line) for line in merged.read_text().splitlines()]
        self.assertTrue(flitscope.table(self.scenarios, reports).drop(columns="link").equals(table))

    def test_settings_find_a_report_whatever_its_id(self):
        _, parts = self.written("named", [{**SHORT, "id": "b"}, {**SHORT, "id": "a"}])
        table = flitscope.table([SHORT, {**SHORT, "id": "a"}], parts)
        self.assertEqual(table["id"].tolist(), [0, "a"])
        self.assertEqual(table["digest"].nunique(), 1)
        self.assertTrue(table["error"].isna().all())

    def test_a_missing_report_has_a_row(self):
        _, parts = self.written("part", self.scenarios[:3])
        table = flitscope.table(self.scenarios[:4], parts)
        self.assertEqual(table["error"].isna().tolist(), [True, True, True, False])
        self.assertEqual(table["error"][3], flitscope.NO_REPORT)
        self.assertEqual(table["load"].tolist(), [0.01, 0.01, 0.005, 0.005])

    def test_a_run_into_a_file_continues_it(self):
        file = self.folder / "into.jsonl"
        first = flitscope.run(self.scenarios[:2], into=file)
        size = file.stat().st_size
        whole = flitscope.run(self.scenarios, into=str(file))
        self.assertEqual(whole["digest"][:2].tolist(), first["digest"].tolist())
        alone = flitscope.run(self.scenarios)
        for name in ("id", "load", "latency", "digest", "error"):
            self.assertTrue(whole[name].equals(alone[name]), name)
        size, before = file.stat().st_size, size
        self.assertGreater(size, before)
        flitscope.run(self.scenarios, into=file)
        self.assertEqual(file.stat().st_size, size)

    def test_other_files_are_refused_by_line(self):
        file = self.folder / "other.jsonl"
        for text, part in [("{}\n", "the field scenario"), ("{\n", "line 1 of .* must be JSON"), ("\n[]\n", "line 2 of .* must be an object")]:
            file.write_text(text)
            with self.subTest(part), self.assertRaisesRegex(ValueError, part):
                flitscope.table(SHORT, file)
        with self.assertRaises(FileNotFoundError):
            flitscope.table(SHORT, self.folder / "nowhere.jsonl")


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
