// Open stores with zarrita.js and read the first element; run where `npm install zarrita` was run, which is where this script stands then.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import FileSystemStore from "@zarrita/storage/fs";
import * as zarr from "zarrita";

async function opened(folder, kind) {
  const node = await zarr.open.v3(new FileSystemStore(folder), { kind });
  if (kind === "array" && !node.shape.includes(0)) await node.getChunk(node.shape.map(() => 0));
}

const { version } = JSON.parse(readFileSync("node_modules/zarrita/package.json"));
console.log(JSON.stringify(`zarrita.js ${version} (Node ${process.versions.node})`));
for await (const line of createInterface({ input: process.stdin })) {
  const [kind, folder] = line.split(" ");
  const said = await opened(folder, kind).then(() => null, (error) => `${error.name}: ${error.message}`);
  console.log(JSON.stringify(said));
}
