// Rules of zarrscope under a JavaScript engine of CEL, as `zarrscope rules --format json` exports them.
import { Environment } from "@marcbachmann/cel-js";
import { isInteger, parse } from "lossless-json";
import { schemaValidator } from "./ajv.mjs";
import { pointer, tokens } from "./pointers.mjs";

const cel = new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false })
  .registerFunction("indices(dyn): list", (value) => (Array.isArray(value) ? value.map((_, i) => BigInt(i)) : []))
  .registerFunction("repeats(list): list", (items) =>
    items.flatMap((item, i) => (isScalar(item) && items.indexOf(item) < i ? [BigInt(i)] : [])),
  );

const isScalar = (value) => value === null || ["string", "bigint", "number", "boolean"].includes(typeof value);

// Judge an array by rules of its document, and of what stands at an extension point that has one definition.
export function ruleRunner(bundle, rules) {
  const { errors } = schemaValidator(bundle);
  const runs = rules.toSorted((one, other) => one.line - other.line).map(compiled); // as they stand in their file

  return (text) => {
    const document = parse(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
    const faults = errors(JSON.parse(text));
    const problems = [];
    for (const run of runs) {
      for (const fault of faults) makeUnknown(document, tokens(fault.pointer));
      const found = run(document, faults.length > 0);
      problems.push(...found);
      faults.push(...found.filter(({ severity }) => severity === "error"));
    }
    return { problems };
  };
}

const parseNumber = (digits) => (isInteger(digits) ? BigInt(digits) : Number(digits));

// A value at fault reads as unknown: reading `undefined` is an error in this engine, and the list keeps its length.
function makeUnknown(document, path) {
  const last = path.pop();
  const holder = path.reduce((value, token) => value?.[token], document);
  if (last !== undefined && holder instanceof Object) holder[last] = undefined;
}

// A rule as a function: the problems that it finds in a document.
function compiled({ id, severity, each, given, check, at }) {
  const [slot, name] = id.split("/");
  const lists = Object.entries(each).map(([variable, list]) => [variable, cel.parse(list)]);
  const applies = given === null ? () => true : cel.parse(given);
  const holds = cel.parse(check);
  const place = template(slot === "document" ? at : `${slot}/${at}`);

  function start(document) {
    if (slot === "document") return { document };
    return document[slot]?.name === name ? { document, config: document[slot].configuration ?? {} } : null;
  }

  return (document, hasUnknown) => {
    const orUnknown = (value) => {
      try {
        return value();
      } catch (error) {
        if (!hasUnknown) throw error; // nothing but the rule can be at fault
      }
    };
    const found = new Set();
    for (const facts of items(lists, start(document), orUnknown)) {
      if (orUnknown(() => applies(facts)) && orUnknown(() => holds(facts)) === false) found.add(place(facts));
    }
    return [...found].map((pointer) => ({ rule: id, severity, pointer }));
  };
}

// The facts for each item of the lists that `each` names; a later list may depend on earlier items.
function* items([first, ...others], facts, orUnknown) {
  if (facts === null) return;
  if (first === undefined) return yield facts;
  const [variable, list] = first;
  for (const item of orUnknown(() => list(facts)) ?? []) yield* items(others, { ...facts, [variable]: item }, orUnknown);
}

// `shape/{k}` as a function: the pointer for these facts.
function template(at) {
  const steps = at.split("/").map((step) => {
    const [, before, expression, after] = step.match(/^(.*?)\{(.*)\}(.*)$/) ?? [];
    const value = expression && cel.parse(expression);
    return (facts) => (value ? before + value(facts) + after : step);
  });
  return (facts) => pointer(steps.map((step) => step(facts)));
}
