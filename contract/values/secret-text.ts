import { z } from 'zod';

/** Texts that an answer shows only once. No answer that contains one is stored: `tellsSecret` finds them in its schema. */
export const secretTexts = z.registry();

/** A key, a token, or a link that contains one: whoever holds it can act with it. Call it last, because zod's `meta` makes a new schema. */
export function secretText<S extends z.ZodType>(schema: S): S {
  secretTexts.add(schema);
  return schema;
}

/** Whether an answer of this schema may contain a secret, at any depth. */
export function tellsSecret(schema: z.ZodType): boolean {
  return [...schemasIn(schema)].some((part) => secretTexts.has(part));
}

/** A schema and all its parts. */
export function schemasIn(schema: z.ZodType, found = new Set<z.ZodType>()): ReadonlySet<z.ZodType> {
  if (found.has(schema)) return found;
  found.add(schema);
  const inner = schema instanceof z.ZodLazy ? [schema.unwrap()] : Object.values(schema.def).flatMap(within);
  for (const part of inner) if (part instanceof z.ZodType) schemasIn(part, found);
  return found;
}

/** A part of a definition is a schema, a list of them, or an object's fields. */
function within(part: unknown): readonly unknown[] {
  if (part instanceof z.ZodType) return [part];
  return typeof part === 'object' && part !== null ? Object.values(part) : [];
}
