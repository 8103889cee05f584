"""Simulates the scenarios of a file with Ray; a part that is killed is started again and continues.

python scripts/cluster/with_ray.py all.jsonl done.jsonl [PARTS]     # RAY_ADDRESS names a running cluster
"""
import glob, os, subprocess, sys
import ray

flitscope = os.environ.get("FLITSCOPE", "flitscope")


@ray.remote(max_retries=20, retry_exceptions=True)
def run(flitscope, part, parts, all, folder):
    out = f"{folder}/{part}.jsonl"
    call = [flitscope, "run", all, "--shard", f"{part}/{parts}", "--into", out, "--jobs", "1", "--quiet"]
    subprocess.run(call, check=True)


if __name__ == "__main__":
    all, done = map(os.path.abspath, sys.argv[1:3])
    parts = int(sys.argv[3]) if len(sys.argv) > 3 else 16
    folder = done + ".parts"
    os.makedirs(folder, exist_ok=True)
    ray.init(include_dashboard=False)
    ray.get([run.remote(flitscope, part, parts, all, folder) for part in range(1, parts + 1)])
    with open(done, "wb") as merged:
        subprocess.run([flitscope, "merge", all, *glob.glob(folder + "/*.jsonl")], stdout=merged, check=True)
