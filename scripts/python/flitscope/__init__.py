"""Simulates interconnection networks with the program `flitscope`, and returns tables of pandas.

>>> import flitscope
>>> scenarios = flitscope.grid({"network": "mesh:8x8"}, {"traffic.rate": [0.002, 0.004], "seed": [1, 2, 3]})
>>> flitscope.run(scenarios).groupby("load").latency.mean()
"""

import json
import os
import shutil
import subprocess
import sysconfig
from collections.abc import Iterable, Iterator, Mapping

import pandas

__all__ = ["grid", "program", "reports", "run"]

# Columns of a report, and where it has them. Latencies are in cycles, loads in messages per node and cycle (offered and
# accepted: flits per node and cycle), channel loads in flits per cycle; `_ci95` is half of a 95 % confidence interval.
MEASURES = {
    "load": ("load",),
    "state": ("state",),
    "latency": ("latency", "mean"),
    "latency_ci95": ("latency", "ci95"),
    "network_latency": ("network_latency", "mean"),
    "network_latency_ci95": ("network_latency", "ci95"),
    "offered": ("offered",),
    "accepted": ("accepted",),
    "hops": ("hops",),
    "channel_load": ("channel_load", "mean"),
    "channel_load_max": ("channel_load", "max"),
    "messages": ("messages",),
    "undeliverable": ("undeliverable",),
    "cycles": ("cycles",),
    "replications": ("replications",),
    "saturated": ("saturated",),
    "deadlocked": ("deadlocked",),
    "settled": ("settled",),
    "verdict": ("verdict",),
    "digest": ("digest",),
    "link": ("link",),
    "error": ("error",),
}


def run(scenarios, jobs=None, accepted=False) -> pandas.DataFrame:
    """Simulates scenarios, and returns a table with one row per scenario and load, in their order.

    `scenarios` is a dict or an iterable of dicts, each of which is a scenario as `flitscope run` reads it, with optional
    `id`, `loads` and `replications`. The columns are `id` (by default the position, from 0), the settings that the
    scenarios name (`traffic.rate`), and the measures of `MEASURES`. A scenario that cannot be simulated has its `error`
    in that column, which is empty otherwise. `jobs` is the number of simultaneous simulations (default: all cores), on
    which no result depends; with `accepted`, saturated networks are measured to the end of the run.
    """
    scenarios = _listed(scenarios)
    rows, settings = [], {}
    for position, report in _numbered(scenarios, jobs, accepted):
        own = _flat(scenarios[position])
        settings.update(dict.fromkeys(own))
        measured = {column: _at(report, path) for column, path in MEASURES.items()}
        rows.append({"id": scenarios[position].get("id", position), **own, **measured})
    columns = ["id", *(name for name in settings if name not in MEASURES), *MEASURES]
    return pandas.DataFrame(rows, columns=columns)


def reports(scenarios, jobs=None, accepted=False) -> Iterator[dict]:
    """Yields the complete report of each row of `run`, as a dict."""
    scenarios = _listed(scenarios)
    for position, report in _numbered(scenarios, jobs, accepted):
        yield {**report, "id": scenarios[position].get("id", position)}


def grid(scenario, vary, valid=False) -> list:
    """Returns a scenario for each combination of the values in `vary`, the last field fastest.

    `vary` maps a field (`"traffic.rate"`), or several joined by commas, to a list of values. With `valid`, combinations
    that cannot be simulated are left out.
    """
    document = _line({"scenario": scenario, "vary": vary})
    lines = _output(["grid", "-", *["--valid"] * valid], document)
    return [json.loads(line) for line in lines.splitlines()]


def program() -> str:
    """Returns the path of the program: `FLITSCOPE`, else the one installed with this module, else one in the path."""
    if named := os.environ.get("FLITSCOPE"):
        return named
    schemes = [sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")]
    for folder in (sysconfig.get_path("scripts", scheme) for scheme in schemes):
        if found := shutil.which("flitscope", path=folder):
            return found
    if found := shutil.which("flitscope"):
        return found
    raise FileNotFoundError("flitscope is not installed: neither FLITSCOPE nor the path names it")


def _listed(scenarios) -> list:
    if isinstance(scenarios, Mapping):
        return [scenarios]
    if isinstance(scenarios, (str, bytes)) or not isinstance(scenarios, Iterable):
        raise TypeError(f"scenarios must be a dict or an iterable of dicts, not {type(scenarios).__name__}")
    scenarios = list(scenarios)
    for position, scenario in enumerate(scenarios):
        if not isinstance(scenario, Mapping):
            raise TypeError(f"scenario {position} must be a dict, not {type(scenario).__name__}")
    return scenarios


def _numbered(scenarios, jobs, accepted) -> list:
    """The position of a scenario and its report, in the order of the scenarios and their loads."""
    # Their own ids need not differ.
    lines = (_line({**scenario, "id": position}) for position, scenario in enumerate(scenarios))
    options = ["--quiet", *["--accepted"] * accepted]
    if jobs is not None:
        options += ["--jobs", str(jobs)]
    output = _output(["run", "-", *options], "\n".join(lines))
    numbered = [(report["id"], report) for report in map(json.loads, output.splitlines())]

    def order(row):
        position, report = row
        if "load" not in report or "loads" not in scenarios[position]:
            return position, 0
        return position, list(scenarios[position]["loads"]).index(report["load"])

    return sorted(numbered, key=order)


def _output(arguments, text) -> str:
    done = subprocess.run([program(), *arguments], input=text, capture_output=True, encoding="utf-8")
    sentence = done.stderr.strip().removeprefix("flitscope: ")
    if done.returncode == 2:
        raise ValueError(sentence)
    # With status 1 every error is in a report.
    if done.returncode not in (0, 1):
        raise RuntimeError(f"flitscope ended with status {done.returncode}: {sentence}")
    return done.stdout


def _line(value) -> str:
    return json.dumps(value, default=_plain, allow_nan=False)


def _plain(value):
    """Values and arrays of NumPy, as Python has them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"a scenario cannot contain a {type(value).__name__}")


def _flat(scenario, prefix="") -> dict:
    flat = {}
    for name, value in scenario.items():
        if isinstance(value, Mapping) and value:
            flat.update(_flat(value, f"{prefix}{name}."))
        elif prefix or name not in ("id", "loads"):
            flat[prefix + name] = value
    return flat


def _at(report, path):
    for name in path:
        report = report.get(name) if isinstance(report, dict) else None
    return report
