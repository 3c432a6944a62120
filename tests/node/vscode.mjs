// What the JSON language service of VS Code says of a document, and how it helps to write one.
import languageService from "vscode-json-languageservice";
import { pointer } from "./pointers.mjs";

const { getLanguageService, TextDocument } = languageService;

const FILE = "file:///zarr.json";
const CURSOR = "|";
const STRICT = { schemaValidation: "error", comments: "error", trailingCommas: "error" };

export function editor(bundle) {
  const service = getLanguageService({});
  service.configure({ schemas: [{ uri: "file:///bundle.json", fileMatch: ["zarr.json"], schema: bundle }] });

  function open(text) {
    const document = TextDocument.create(FILE, "json", 1, text);
    return { document, tree: service.parseJSONDocument(document) };
  }

  function openAtCursor(text) {
    const offset = text.indexOf(CURSOR);
    const { document, tree } = open(text.slice(0, offset) + text.slice(offset + CURSOR.length));
    return [document, document.positionAt(offset), tree];
  }

  async function validate(text) {
    let opened;
    try {
      opened = open(text);
    } catch (error) {
      return { valid: false, errors: [{ pointer: "", message: error.message }] }; // too deep for its parser
    }
    const { document, tree } = opened;
    const found = await service.doValidation(document, tree, STRICT);
    const errors = found.map(({ range, message }) => ({
      pointer: pointer(path(tree.getNodeFromOffset(document.offsetAt(range.start)))),
      message,
    }));
    return { valid: errors.length === 0, errors };
  }

  async function complete(text) {
    const [document, position, tree] = openAtCursor(text);
    const { items } = await service.doComplete(document, position, tree);
    return { labels: items.map((item) => item.label) };
  }

  async function hover(text) {
    const [document, position, tree] = openAtCursor(text);
    const found = await service.doHover(document, position, tree);
    return { text: found?.contents.join("\n") ?? "" };
  }

  return { validate, complete, hover };
}

// The names and positions that lead to a node. A name stands for its member.
function path(node) {
  const steps = [];
  for (; node?.parent; node = node.parent) {
    if (node.type === "property") steps.unshift(node.keyNode.value);
    else if (node.parent.type === "array") steps.unshift(node.parent.items.indexOf(node));
  }
  return steps;
}
