// node answer.mjs TOOL FILE...: answer each JSON line of standard input with a JSON line; README.md lists the tools.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { compile, schemaValidator } from "./ajv.mjs";
import { editor } from "./vscode.mjs";
import { ruleRunner } from "./rules.mjs";

const TOOLS = {
  ajv: (bundle) => schemaValidator(bundle).answer,
  vscode: (bundle) => editor(bundle).validate,
  complete: (bundle) => editor(bundle).complete,
  hover: (bundle) => editor(bundle).hover,
  rules: ruleRunner,
  compile: () => compile,
};

const [tool, ...files] = process.argv.slice(2);
const answer = TOOLS[tool](...files.map((file) => JSON.parse(readFileSync(file, "utf8"))));
for await (const line of createInterface({ input: process.stdin })) {
  const { id, text } = JSON.parse(line);
  console.log(JSON.stringify({ id, ...(await answer(text)) }));
}
