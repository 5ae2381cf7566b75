import { z } from 'zod';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type JsonSchema = { readonly [name: string]: Json };

/** Every answer may be a refusal instead, and clients check that against the same schema. */
const REFUSAL = { error: { type: 'object' } } as const satisfies JsonSchema;

/** How many objects inside each other an answer's schema tells: the answer, and the thing in it. */
const OBJECTS_TOLD = 1;

/** What costs a reader of arguments more words than it is worth; descriptions there are written for the REST document. */
const LEFT_OUT_OF_INPUT = new Set(['$schema', 'description', 'example', 'examples', 'id', 'pattern', 'format', 'title', 'minLength']);
/** Of an answer only names and types are told: it is there to be read. */
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

/** A tool's arguments as JSON Schema: short, and strict about names. A field's `hint` is its description. */
export function inputSchema(schema: z.ZodObject): JsonSchema {
  return object(strip(plain(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })), LEFT_OUT_OF_INPUT));
}

/** A tool's answer as JSON Schema. */
export function outputSchema(schema: z.ZodObject): JsonSchema {
  const told = strip(plain(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })), LEFT_OUT_OF_OUTPUT);
  const answer = object(anyAlike(shallow(told)));
  const { properties } = answer;
  return { type: 'object', properties: { ...(isObject(properties) ? properties : {}), ...REFUSAL } };
}

/** Objects inside the things that an answer holds are told to be objects: their fields speak for themselves once read. */
function shallow(value: Json, depth = 0): Json {
  if (Array.isArray(value)) return value.map((part: Json) => shallow(part, depth));
  if (!isObject(value)) return value;
  const { properties, ...rest } = value;
  const told = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, shallow(part, depth)]));
  if (!isObject(properties) || depth > OBJECTS_TOLD) return told;
  return { ...told, properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, shallow(part, depth + 1)])) };
}

/**
 * What told alternatives apart is left out, so an answer may fit several: `oneOf`, which takes exactly one, becomes `anyOf`, and
 * those that read alike are told once.
 */
function anyAlike(value: Json): Json {
  if (Array.isArray(value)) return value.map((part: Json) => anyAlike(part));
  if (!isObject(value)) return value;
  const { oneOf, anyOf = oneOf, ...rest } = value;
  const told = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, anyAlike(part)]));
  if (!Array.isArray(anyOf)) return told;
  const alternatives = new Map(anyOf.map((part: Json) => [JSON.stringify(anyAlike(part)), anyAlike(part)]));
  const [only] = alternatives.values();
  return alternatives.size === 1 && isObject(only) ? { ...told, ...only } : { ...told, anyOf: [...alternatives.values()] };
}

/** As JSON, each named part written out where it is used: a reference would not be found inside `anyOf`. */
function plain(value: unknown, parts: object = partsOf(value)): Json {
  if (Array.isArray(value)) return value.map((part) => plain(part, parts));
  if (typeof value === 'object' && value !== null) {
    const { $ref: reference, $defs: _, ...rest } = record(value);
    if (typeof reference === 'string') return plain({ ...record(record(parts)[reference.replace('#/$defs/', '')]), ...rest }, parts);
    return Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, plain(part, parts)]));
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function partsOf(value: unknown): object {
  return record(record(value)['$defs']);
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** `inProperties`: the names of this object are fields of a tool, not words of JSON Schema. */
function strip(value: Json, names: ReadonlySet<string>, inProperties = false): Json {
  if (Array.isArray(value)) return value.map((part: Json) => strip(part, names));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name, part]) => inProperties || !(names.has(name) || saysNothing(name, part)));
  const named = (name: string) => (!inProperties && name === 'hint' ? 'description' : name);
  const stripped = Object.fromEntries(
    kept.map(([name, part]) => [named(name), strip(part, names, !inProperties && name === 'properties')]),
  );
  return inProperties ? stripped : oneType(stripped);
}

/** `type: ['string', 'null']` as `anyOf`: some clients know a single type only. */
function oneType(schema: { readonly [name: string]: Json }): Json {
  const { type, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  return { anyOf: type.map((one: Json) => (one === 'null' ? { type: one } : { type: one, ...rest })) };
}

/** No bound that anybody meets, and no rule for what else an object may hold. */
function saysNothing(name: string, value: Json): boolean {
  if (name === 'additionalProperties') return isObject(value) && Object.keys(value).length === 0;
  return (name === 'maximum' || name === 'minimum') && typeof value === 'number' && !(Math.abs(value) < 1e9);
}

function object(value: Json): JsonSchema {
  if (!isObject(value)) throw new Error('the schema of a tool must be an object');
  return value;
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
