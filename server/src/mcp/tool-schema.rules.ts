import { z } from 'zod';
import { isObject, objectAt, toJson, type Json, type JsonObject } from '../kit/json.ts';
import { mapSchemas } from '../kit/json-schema.ts';

/** Every answer may be a refusal instead, and clients check refusals against the same schema. */
const REFUSAL = { error: { type: 'object' } } as const satisfies JsonObject;

/** How many levels of objects an answer's schema describes: the answer, and the thing in it. */
const OBJECTS_TOLD = 1;

/** Left out of arguments to save the reader's tokens; these descriptions were written for the REST document. */
const LEFT_OUT_OF_INPUT = new Set(['$schema', 'description', 'example', 'examples', 'id', 'pattern', 'format', 'title', 'minLength']);
/** An answer's schema has only names and types: the answer itself explains the rest. */
const LEFT_OUT_OF_OUTPUT = new Set([
  ...LEFT_OUT_OF_INPUT,
  'hint',
  'minimum',
  'maximum',
  'maxLength',
  'minItems',
  'maxItems',
  'additionalProperties',
  'default',
  'required',
  'enum',
  'const',
]);

/** A tool's arguments as JSON Schema: short, and strict about names. A field's `hint` becomes its description. */
export function inputSchema(schema: z.ZodObject): JsonObject {
  return told(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), LEFT_OUT_OF_INPUT);
}

/** A tool's answer as JSON Schema. */
export function outputSchema(schema: z.ZodObject): JsonObject {
  const whole = told(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }), LEFT_OUT_OF_OUTPUT);
  const answer = mapSchemas(whole, { before: shallow, after: anyAlike });
  return { type: 'object', properties: { ...objectAt(answer, 'properties'), ...REFUSAL } };
}

/** Compact, with each named part inlined: clients do not resolve a reference inside `anyOf`. */
function told(document: unknown, leftOut: ReadonlySet<string>): JsonObject {
  const whole = toJson(document);
  if (!isObject(whole)) throw new Error('the schema of a tool must be an object');
  const parts = objectAt(whole, '$defs');
  return mapSchemas(whole, { before: (schema) => oneType(strip(writtenOut(schema, parts), leftOut)) });
}

function writtenOut({ $ref: reference, $defs: _, ...rest }: JsonObject, parts: JsonObject): JsonObject {
  if (typeof reference !== 'string') return rest;
  return writtenOut({ ...objectAt(parts, reference.replace('#/$defs/', '')), ...rest }, parts);
}

function strip(schema: JsonObject, leftOut: ReadonlySet<string>): JsonObject {
  const kept = Object.entries(schema).filter(([word, value]) => !leftOut.has(word) && !saysNothing(word, value));
  return Object.fromEntries(kept.map(([word, value]) => [word === 'hint' ? 'description' : word, value]));
}

/** Drops bounds that nobody reaches, and rules about additional properties. */
function saysNothing(word: string, value: Json): boolean {
  if (word === 'additionalProperties') return isObject(value) && Object.keys(value).length === 0;
  return (word === 'maximum' || word === 'minimum') && typeof value === 'number' && !(Math.abs(value) < 1e9);
}

/** Writes `type: ['string', 'null']` as `anyOf`: some clients support only a single type. */
function oneType(schema: JsonObject): JsonObject {
  const { type, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  return { anyOf: type.map((one) => (one === 'null' ? { type: one } : { type: one, ...rest })) };
}

/** Describes objects inside an answer's things only as objects: their fields are clear in the answer. */
function shallow(schema: JsonObject, depth: number): JsonObject {
  const { properties: _, ...rest } = schema;
  return depth > OBJECTS_TOLD ? rest : schema;
}

/**
 * Without what distinguished its alternatives, an answer may match several: `oneOf`, which accepts exactly one, becomes `anyOf`, and
 * identical alternatives are merged.
 */
function anyAlike({ oneOf, anyOf = oneOf, ...rest }: JsonObject): JsonObject {
  if (!Array.isArray(anyOf)) return rest;
  const alternatives = new Map(anyOf.map((part) => [JSON.stringify(part), part]));
  const [only] = alternatives.values();
  return alternatives.size === 1 && isObject(only) ? { ...rest, ...only } : { ...rest, anyOf: [...alternatives.values()] };
}
