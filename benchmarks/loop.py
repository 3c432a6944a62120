"""The shortest loop over a store that others would write: python loop.py json|orjson|zarr-metadata FOLDER."""

import os
import sys

how, top = sys.argv[1:]
loads = __import__("orjson" if how == "orjson" else "json").loads
if how == "zarr-metadata":
    from zarr_metadata.model import read_node_metadata_v3

found = 0
for folder, _, names in os.walk(top):
    if "zarr.json" in names:
        with open(os.path.join(folder, "zarr.json"), "rb") as file:
            value = loads(file.read())
        if how == "zarr-metadata":
            for problem in read_node_metadata_v3(value).problems:
                found += 1
                print(folder, problem.loc, problem.message)
sys.exit(1 if found else 0)
