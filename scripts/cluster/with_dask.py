"""Simulates the scenarios of a file with Dask; a part that is killed is started again and continues.

python scripts/cluster/with_dask.py all.jsonl done.jsonl [PARTS] [SCHEDULER, for example tcp://host:8786]
"""
import glob, os, subprocess, sys
from dask.distributed import Client

flitscope = os.environ.get("FLITSCOPE", "flitscope")


def run(part, parts, all, folder):
    out = f"{folder}/{part}.jsonl"
    call = [flitscope, "run", all, "--shard", f"{part}/{parts}", "--into", out, "--jobs", "1", "--quiet"]
    subprocess.run(call, check=True)


if __name__ == "__main__":
    all, done = map(os.path.abspath, sys.argv[1:3])
    parts = int(sys.argv[3]) if len(sys.argv) > 3 else 16
    folder = done + ".parts"
    os.makedirs(folder, exist_ok=True)
    with Client(sys.argv[4]) if len(sys.argv) > 4 else Client(threads_per_worker=1) as client:
        numbers = range(1, parts + 1)
        client.gather(client.map(run, numbers, parts=parts, all=all, folder=folder, retries=20, pure=False))
    with open(done, "wb") as merged:
        subprocess.run([flitscope, "merge", all, *glob.glob(folder + "/*.jsonl")], stdout=merged, check=True)
