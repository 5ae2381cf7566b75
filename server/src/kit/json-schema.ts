import { isObject, type Json, type JsonObject } from './json.ts';

/** The JSON Schema keywords that contain other schemas: by name, in a list, or a single one. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs']);
const LISTED: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const SINGLE: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'propertyNames', 'not']);

/** A change to each schema. `depth`: how many levels of properties enclose it. */
export interface SchemaChange {
  /** Called before the schemas inside it: what it removes is not visited. */
  readonly before?: (schema: JsonObject, depth: number) => JsonObject;
  /** Called after the schemas inside it. */
  readonly after?: (schema: JsonObject, depth: number) => JsonObject;
}

/**
 * Changes a schema and every schema inside it. Anything that is not a schema stays as it is, even if it looks like one: an example, a
 * default, a field named `enum`.
 */
export function mapSchemas(schema: JsonObject, change: SchemaChange, depth = 0): JsonObject {
  const opened = change.before?.(schema, depth) ?? schema;
  const inside = (value: Json, at = depth) => (isObject(value) ? mapSchemas(value, change, at) : value);
  const within = (word: string, value: Json): Json => {
    if (SINGLE.has(word)) return inside(value);
    if (LISTED.has(word) && Array.isArray(value)) return value.map((part) => inside(part));
    if (NAMED.has(word) && isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inside(part, depth + 1)]));
    return value;
  };
  const mapped = Object.fromEntries(Object.entries(opened).map(([word, value]) => [word, within(word, value)]));
  return change.after?.(mapped, depth) ?? mapped;
}
