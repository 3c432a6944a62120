// Rules of zarrscope under a JavaScript engine of CEL, as `zarrscope rules --format json` exports them.
import { Environment } from "@marcbachmann/cel-js";
import { isInteger, parse } from "lossless-json";
import { schemaValidator } from "./ajv.mjs";
import { pointer, tokens } from "./pointers.mjs";

// Members of another place than the value that the error is said of.
const ELSEWHERE = ["required", "additionalProperties", "unevaluatedProperties", "propertyNames"];

const cel = new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false })
  .registerFunction("indices(dyn): list", (value) => (Array.isArray(value) ? value.map((_, i) => BigInt(i)) : []))
  .registerFunction("repeats(list): list", (items) =>
    items.flatMap((item, i) => (isScalar(item) && items.indexOf(item) < i ? [BigInt(i)] : [])),
  );

const isScalar = (value) => value === null || ["string", "bigint", "number", "boolean"].includes(typeof value);

export function ruleRunner(bundle, rules) {
  const { errors } = schemaValidator(bundle);
  const runs = rules.map(compiled);

  return (text) => {
    const document = parse(text, undefined, (digits) => (isInteger(digits) ? BigInt(digits) : Number(digits)));
    for (const error of errors(JSON.parse(text))) {
      if (!ELSEWHERE.includes(error.keyword)) makeUnknown(document, tokens(error.instancePath));
    }
    return { problems: runs.flatMap((run) => run(document)) };
  };
}

// A value at fault reads as unknown: reading `undefined` is an error in this engine, and the list keeps its length.
function makeUnknown(document, path) {
  const last = path.pop();
  const holder = path.reduce((value, token) => value?.[token], document);
  if (last !== undefined && holder instanceof Object) holder[last] = undefined;
}

function compiled({ id, severity, each, given, check, at }) {
  const expressions = new Map();
  const value = (expression, facts) => {
    if (!expressions.has(expression)) expressions.set(expression, cel.parse(expression));
    return expressions.get(expression)(facts);
  };
  const place = (facts) =>
    pointer(at.split("/").map((step) => step.replace(/\{(.*?)\}/g, (_, expression) => value(expression, facts))));

  return (document) => {
    const found = new Set();
    for (const facts of items(Object.entries(each ?? {}), { document }, value)) {
      try {
        if ((given ?? null) !== null && !value(given, facts)) continue;
        if (!value(check, facts)) found.add(place(facts));
      } catch {
        continue; // it reads something unknown
      }
    }
    return [...found].map((pointer) => ({ rule: id, severity, pointer }));
  };
}

// The facts for each item of the lists that `each` names; later lists may depend on earlier items.
function* items([first, ...rest], facts, value) {
  if (first === undefined) {
    yield facts;
    return;
  }
  const [name, list] = first;
  let values = [];
  try {
    values = value(list, facts);
  } catch {
    return;
  }
  for (const item of values) yield* items(rest, { ...facts, [name]: item }, value);
}
