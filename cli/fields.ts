import { flagOf, namedBy, placesOf, type CommandRow, type Named } from '@boreal/contract/command-line/command-line.ts';
import { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/** A value that a command takes, as its row's schema has it. */
export interface Field {
  readonly name: string;
  readonly part: 'params' | 'query' | 'body';
  readonly kind: 'text' | 'number' | 'boolean';
  /** Given by its place, and how that is shown; otherwise by its flag. */
  readonly place: string | null;
  readonly flag: string;
  readonly required: boolean;
  /** In the contract's English. */
  readonly description: string;
  readonly choices: readonly string[];
  readonly byDefault: string | null;
  /** What is typed names a file that has the value. */
  readonly isFile: boolean;
  /** It takes the name of one of these, too. */
  readonly named: Named | null;
}

/** Read in pages by the program itself, so nobody types them. */
const PAGING = new Set(['limit', 'cursor']);

/** Everything that is typed for a command: first what has a place, in order. What is fixed is not typed. */
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

/** A schema with a name stands among the definitions. */
function followed(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  const named = name === undefined ? undefined : schema.$defs?.[name];
  return named ?? schema;
}

function kindOf({ type }: Schema): Field['kind'] {
  if (type === 'boolean') return 'boolean';
  return type === 'integer' || type === 'number' ? 'number' : 'text';
}
