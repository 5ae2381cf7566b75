import { examples } from './examples.ts';
import { isObject, objectAt, toJson, type Json, type JsonObject } from '../../kit/json.ts';

/** A complete example of a schema: its own, or one assembled from its parts' examples. */
export function exampleOf(schema: Json | undefined, schemas: JsonObject): Json {
  if (!isObject(schema)) return null;
  if (schema['example'] !== undefined) return schema['example'];
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1) ?? '';
    const whole = examples.get(name);
    return whole === undefined ? exampleOf(schemas[name], schemas) : toJson(whole);
  }
  const [choice] = [schema['enum'], schema['anyOf'], schema['oneOf']].flatMap((choices) =>
    Array.isArray(choices) ? choices.slice(0, 1) : [],
  );
  if (choice !== undefined) return schema['enum'] ? choice : exampleOf(choice, schemas);
  switch (schema['type']) {
    case 'object':
      return Object.fromEntries(Object.entries(objectAt(schema, 'properties')).map(([key, child]) => [key, exampleOf(child, schemas)]));
    case 'array':
      return [exampleOf(schema['items'], schemas)];
    case 'string':
      return schema['format'] === 'date-time' ? '2026-03-01T12:00:00.000Z' : 'text';
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    default:
      return null;
  }
}
