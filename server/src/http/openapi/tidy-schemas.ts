import { mapSchemas } from '../../kit/json-schema.ts';
import { isObject, objectAt, type Json, type JsonObject } from '../../kit/json.ts';

const COMPONENTS = '#/components/schemas/';

/**
 * Schemas as OpenAPI 3.0 readers expect them: a nullable reference is written out (siblings of `$ref` do not count), a nullable
 * enum lists null, times carry no regular expression, and answers may gain new properties.
 */
export function tidySchemas(document: JsonObject): JsonObject {
  const components = objectAt(document, 'components');
  const schemas = objectAt(components, 'schemas');
  const tidied = Object.entries(schemas).map(([name, schema]) => [name, tidy(schema, { schemas, isRequest: name.endsWith('Input') })]);
  const paths = tidyUnder(objectAt(document, 'paths'), { schemas, isRequest: false });
  return { ...document, components: { ...components, schemas: Object.fromEntries(tidied) }, paths };
}

/** Every schema in a part of the document. */
function tidyUnder(value: Json, at: Place): Json {
  if (Array.isArray(value)) return value.map((item) => tidyUnder(item, at));
  if (!isObject(value)) return value;
  const under = Object.entries(value).map(([key, child]) => {
    if (key === 'example' || key === 'examples') return [key, child];
    return [key, key === 'schema' ? tidy(child, at) : tidyUnder(child, { ...at, isRequest: at.isRequest || key === 'requestBody' })];
  });
  return Object.fromEntries(under);
}

function tidy(schema: Json, at: Place): Json {
  return isObject(schema) ? mapSchemas(schema, { before: (one) => tidySchema(one, at) }) : schema;
}

interface Place {
  readonly schemas: JsonObject;
  readonly isRequest: boolean;
}

function tidySchema(schema: JsonObject, at: Place): JsonObject {
  const { pattern, additionalProperties, allOf, ...rest } = schema;
  const referred = soleReference(allOf);
  if (referred !== null && rest['nullable'] === true) return { ...objectAt(at.schemas, referred), ...rest };
  if (referred !== null) return { $ref: COMPONENTS + referred };
  const values = rest['enum'];
  return {
    ...rest,
    ...(allOf !== undefined && { allOf }),
    ...(rest['nullable'] === true && Array.isArray(values) && !values.includes(null) && { enum: [...values, null] }),
    ...(pattern !== undefined && rest['format'] !== 'date-time' && { pattern }),
    ...(additionalProperties !== undefined && (at.isRequest || additionalProperties !== false) && { additionalProperties }),
  };
}

function soleReference(allOf: Json | undefined): string | null {
  const only = Array.isArray(allOf) && allOf.length === 1 ? allOf[0] : undefined;
  const reference = isObject(only) ? only['$ref'] : undefined;
  return typeof reference === 'string' && reference.startsWith(COMPONENTS) ? reference.slice(COMPONENTS.length) : null;
}

/** Drops unreferenced schemas, and gives schemas that only requests use their plain names (`X`, not `XInput`). */
export function keepUsedSchemas(document: JsonObject): JsonObject {
  const schemas = objectAt(document, 'components', 'schemas');
  const used = new Set<string>();
  const collect = (value: Json | undefined) => {
    for (const name of referencesIn(value)) {
      if (used.has(name)) continue;
      used.add(name);
      collect(schemas[name]);
    }
  };
  collect(objectAt(document, 'paths'));
  collect(objectAt(document, 'components', 'responses'));
  const names = [...used].sort();
  const plainName = (name: string) => (name.endsWith('Input') && !used.has(name.slice(0, -5)) ? name.slice(0, -5) : name);
  const kept = Object.fromEntries(names.map((name) => [plainName(name), schemas[name] ?? {}]));
  const result = { ...document, components: { ...objectAt(document, 'components'), schemas: kept } };
  const renamed = renameReferences(result, plainName);
  return isObject(renamed) ? renamed : result;
}

function* referencesIn(value: Json | undefined): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* referencesIn(item);
  if (!isObject(value)) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === '$ref' && typeof child === 'string' && child.startsWith(COMPONENTS)) yield child.slice(COMPONENTS.length);
    else yield* referencesIn(child);
  }
}

function renameReferences(value: Json, plainName: (name: string) => string): Json {
  if (Array.isArray(value)) return value.map((item) => renameReferences(item, plainName));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) =>
      key === '$ref' && typeof child === 'string' && child.startsWith(COMPONENTS)
        ? [key, COMPONENTS + plainName(child.slice(COMPONENTS.length))]
        : [key, renameReferences(child, plainName)],
    ),
  );
}
