import type { Schema } from './openapi-shape.ts';

/** A property, as a row of a table. */
export interface Field {
  /** With its parents' names: `specs.vcores`, `models[].slug`. */
  readonly name: string;
  /** `string`, `integer`, `string · date-time`, `Server[]` as `object[]`. */
  readonly type: string;
  readonly nullable: boolean;
  readonly required: boolean;
  readonly description: string;
  /** Its possible values, if there are few. */
  readonly values: readonly string[];
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly maxLength: number | null;
  readonly byDefault: string | null;
}

/** Every property of a schema, each followed by its nested ones. */
export function fieldsOf(schema: Schema, path = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const own = path === '' ? name : `${path}.${name}`;
    const item = itemOf(property);
    return [fieldOf(own, property, schema.required?.includes(name) ?? false), ...fieldsOf(item.schema, `${own}${item.suffix}`)];
  });
}

export function fieldOf(name: string, schema: Schema, required: boolean): Field {
  return {
    name,
    type: typeOf(schema),
    nullable: schema.nullable ?? false,
    required,
    description: schema.description ?? '',
    values: (schema.enum ?? []).filter((value) => value !== null).map(String),
    minimum: boundOf(schema.minimum),
    maximum: boundOf(schema.maximum),
    maxLength: schema.maxLength ?? null,
    byDefault: schema.default === undefined ? null : JSON.stringify(schema.default),
  };
}

function typeOf(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  if (schema.type === 'array') return `${typeOf(schema.items ?? {})}[]`;
  const type = schema.type ?? 'object';
  return schema.format === undefined ? type : `${type} · ${schema.format}`;
}

/** The schema that has a property's own properties: for an array, that of its items. */
function itemOf(schema: Schema): { schema: Schema; suffix: string } {
  return schema.type === 'array' && schema.items ? { schema: schema.items, suffix: '[]' } : { schema, suffix: '' };
}

/** Hides bounds that only reflect what a JSON number can hold. */
function boundOf(bound: number | undefined): number | null {
  return bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? null : bound;
}
