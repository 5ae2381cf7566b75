import { flagOf, namedBy, placesOf, type CommandRow, type Named } from '@boreal/contract/command-line/command-line.ts';
import { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/** A value that a command takes, from its row's schema. */
export interface Field {
  readonly name: string;
  readonly part: 'params' | 'query' | 'body';
  readonly kind: 'text' | 'number' | 'boolean';
  /** How a positional argument is shown; null if the field has a flag instead. */
  readonly place: string | null;
  readonly flag: string;
  readonly required: boolean;
  /** In the contract's English. */
  readonly description: string;
  readonly choices: readonly string[];
  readonly byDefault: string | null;
  /** The argument is the name of a file that contains the value. */
  readonly isFile: boolean;
  /** It also accepts the name of one of these. */
  readonly named: Named | null;
}

/** The program pages by itself, so nobody types these. */
const PAGING = new Set(['limit', 'cursor']);

/** Everything that can be typed for a command: positional arguments first, in order. Fixed fields are left out. */
export function fieldsOf(command: CommandRow): readonly Field[] {
  const { row, fixed = {}, without = [], files = [] } = command;
  const places = placesOf(command);
  const parts = partsOf(row);
  const all = parts.flatMap(({ part, schema }) => {
    const required = schema.required ?? [];
    return Object.entries(schema.properties ?? {}).flatMap(([name, of]): Field[] => {
      if (typeof of === 'boolean' || name in fixed || without.includes(name) || (part === 'query' && PAGING.has(name))) return [];
      return [
        {
          name,
          part,
          kind: kindOf(of),
          place: places.find(({ field }) => field === name)?.shown ?? null,
          flag: flagOf(command, name),
          required: required.includes(name),
          description: of.description ?? '',
          choices: (of.enum ?? []).map(String),
          byDefault: of.default === undefined ? null : String(of.default),
          isFile: files.includes(name),
          named: namedBy(command, name),
        },
      ];
    });
  });
  const rank = ({ name, place }: Field) => (place === null ? places.length : places.findIndex(({ field }) => field === name));
  return all.toSorted((a, b) => rank(a) - rank(b));
}

function partsOf(row: CommandRow['row']): readonly { part: Field['part']; schema: Schema }[] {
  const takes: Partial<Record<Field['part'], z.ZodType | undefined>> = row.kind === 'document' ? { query: row.takes?.query } : row.takes;
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = takes[part];
    return schema === undefined ? [] : [{ part, schema: followed(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) }];
  });
}

/** Resolves a named schema from the definitions. */
function followed(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  const named = name === undefined ? undefined : schema.$defs?.[name];
  return named ?? schema;
}

function kindOf({ type }: Schema): Field['kind'] {
  if (type === 'boolean') return 'boolean';
  return type === 'integer' || type === 'number' ? 'number' : 'text';
}
