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

__all__ = ["grid", "program", "reports", "run", "table"]

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
    "version": ("version",),
    "error": ("error",),
}

# The error of a scenario that the reports of `table` do not have.
NO_REPORT = "there is no report of it"


def run(scenarios, jobs=None, accepted=False, into=None) -> pandas.DataFrame:
    """Simulates scenarios, and returns a table with one row per scenario and load, in their order.

    `scenarios` is a dict or an iterable of dicts, each of which is a scenario as `flitscope run` reads it, with optional
    `id`, `loads` and `replications`. The columns are `id` (by default the position, from 0), the settings that the
    scenarios name (`traffic.rate`), and the measures of `MEASURES`. A scenario that cannot be simulated has its `error`
    in that column, which is empty otherwise. `jobs` is the number of simultaneous simulations (default: all cores), on
    which no result depends; with `accepted`, saturated networks are measured to the end of the run.

    With `into`, the reports are appended to a file as they are finished, and what it has already is not simulated again:
    the same call continues after an interruption, and `flitscope run --into` reads and writes the same file.
    """
    scenarios = _listed(scenarios)
    if into is None:
        return _table(scenarios, _numbered(scenarios, jobs, accepted))
    lines = "\n".join(_line(scenario) for scenario in scenarios)
    _output(["run", "-", "--into", os.fspath(into), *_options(jobs, accepted)], lines)
    return table(scenarios, into)


def table(scenarios, reports) -> pandas.DataFrame:
    """Returns the table of `run` from finished reports, such as those of a cluster; simulates nothing.

    `scenarios` is what `run` takes, or the name of a file of JSON lines; `reports` is the name of a file that
    `flitscope run` or `merge` wrote, a list of such names, or an iterable of reports as dicts. A report belongs to a
    scenario with the same settings, whatever its id. A scenario without a report has a row whose `error` says so.
    """
    scenarios = list(_objects(scenarios)) if isinstance(scenarios, (str, os.PathLike)) else _listed(scenarios)
    found = {}
    for report in _objects(reports):
        if "scenario" in report:
            found.setdefault(_settings(report["scenario"]), []).append(report)
        elif "error" not in report:
            raise ValueError(f"reports must have the field scenario, which older programs did not write, not only {', '.join(report)}")
    rows = []
    for position, asked in _asked(scenarios):
        if "error" in asked:
            rows.append((position, asked))
            continue
        same = found.get(_settings(asked))
        given = scenarios[position].get("id")
        own = [report for report in same or [] if report.get("id") == given]
        none = {"error": NO_REPORT, "load": _at(asked, ("traffic", "rate"))}
        rows.append((position, (own or same or [none])[0]))
    return _table(scenarios, rows)


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
    output = _output(["run", "-", *_options(jobs, accepted)], "\n".join(_positioned(scenarios)))
    numbered = [(report["id"], report) for report in map(json.loads, output.splitlines())]

    def order(row):
        position, report = row
        if "load" not in report or "loads" not in scenarios[position]:
            return position, 0
        return position, list(scenarios[position]["loads"]).index(report["load"])

    return sorted(numbered, key=order)


def _positioned(scenarios) -> list:
    """The lines of scenarios whose id is their position."""
    return [_line({**scenario, "id": position}) for position, scenario in enumerate(scenarios)]


def _options(jobs, accepted) -> list:
    return ["--quiet", *["--accepted"] * accepted, *([] if jobs is None else ["--jobs", str(jobs)])]


def _asked(scenarios) -> Iterator[tuple]:
    """The position of a scenario and all its settings, at each of its loads; or the error of one that cannot be read."""
    lines = _positioned(scenarios)
    # The program repeats an unreadable line as it is, and any other with all settings.
    for asked in _output(["run", "-", "--pending"], "\n".join(lines)).splitlines():
        if asked in lines:
            asked = _output(["run", "-", "--quiet"], asked)
        asked = json.loads(asked)
        yield asked.pop("id"), asked


def _settings(scenario) -> str:
    return json.dumps(scenario, sort_keys=True)


def _objects(given) -> Iterator[dict]:
    """The objects in files of JSON lines, or those that are given."""
    if isinstance(given, Mapping):
        yield given
        return
    for item in [given] if isinstance(given, (str, os.PathLike)) else given:
        if isinstance(item, Mapping):
            yield item
            continue
        with open(item, encoding="utf-8-sig") as file:
            for number, line in enumerate(file, 1):
                if line.strip("\ufeff \t\r\n"):
                    yield _object(line, f"line {number} of {item}")


def _object(line, place) -> dict:
    try:
        read = json.loads(line.lstrip("\ufeff"))
    except ValueError as error:
        raise ValueError(f"{place} must be JSON: {error}") from None
    if not isinstance(read, dict):
        raise ValueError(f"{place} must be an object, not {type(read).__name__}")
    return read


def _table(scenarios, numbered) -> pandas.DataFrame:
    """A row for each position of a scenario and report."""
    rows, settings = [], {}
    for position, report in numbered:
        own = _flat(scenarios[position])
        settings.update(dict.fromkeys(own))
        measured = {column: _at(report, path) for column, path in MEASURES.items()}
        rows.append({"id": scenarios[position].get("id", position), **own, **measured})
    columns = ["id", *(name for name in settings if name not in MEASURES), *MEASURES]
    return pandas.DataFrame(rows, columns=columns)


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
