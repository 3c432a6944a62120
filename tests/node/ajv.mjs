// What ajv says of a document.
import Ajv from "ajv/dist/2020.js";
import { escaped } from "./pointers.mjs";

export function schemaValidator(bundle) {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true });
  const validate = ajv.compile(bundle);

  // An `if` error only says that one of the others stands in a `then`.
  function errors(document) {
    validate(document);
    return (validate.errors ?? [])
      .filter(({ keyword }) => keyword !== "if")
      .map((error) => ({ pointer: place(error), message: error.message }));
  }

  function answer(text) {
    let document;
    try {
      document = JSON.parse(text);
    } catch (error) {
      return { valid: false, errors: [{ pointer: "", message: error.message }] };
    }
    const found = errors(document);
    return { valid: found.length === 0, errors: found };
  }

  return { errors, answer };
}

function place({ instancePath, params }) {
  const name = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName;
  return name === undefined ? instancePath : `${instancePath}/${escaped(name)}`;
}

// Whether ajv takes a schema, given as text.
export function compile(text) {
  try {
    schemaValidator(JSON.parse(text));
  } catch (error) {
    return { error: error.message };
  }
  return { error: null };
}
