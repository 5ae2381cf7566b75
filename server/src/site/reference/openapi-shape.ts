import { z } from 'zod';

/** The parts of a schema that the reference reads; the rest is ignored. */
export interface Schema {
  readonly type?: string | undefined;
  readonly format?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly nullable?: boolean | undefined;
  readonly description?: string | undefined;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: Schema | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
}

const SchemaShape: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    format: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    nullable: z.boolean().optional(),
    description: z.string().optional(),
    default: z.unknown().optional(),
    example: z.unknown().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    maxLength: z.number().optional(),
    properties: z.record(z.string(), SchemaShape).optional(),
    required: z.array(z.string()).optional(),
    items: SchemaShape.optional(),
    anyOf: z.array(SchemaShape).optional(),
  }),
);

const Content = z.object({
  'application/json': z
    .object({ schema: SchemaShape.default({}), example: z.unknown().optional(), examples: z.record(z.string(), z.unknown()).default({}) })
    .optional(),
});

const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  description: z.string().default(''),
  schema: SchemaShape.default({}),
  example: z.unknown().optional(),
});
export type Parameter = z.infer<typeof Parameter>;

const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()).min(1),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ required: z.boolean().default(false), content: Content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: Content.default({}) })),
});
export type Operation = z.infer<typeof Operation>;

/** An OpenAPI 3.0 document with its references resolved. */
export const ApiDocument = z.object({
  info: z.object({ version: z.string() }),
  servers: z.array(z.object({ url: z.string() })).min(1),
  paths: z.record(z.string(), z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), Operation)),
});

/** Deeper than anything in it; a schema that contains itself would never end. */
const DEEPEST = 60;

/** The document with each `$ref` replaced by its target. */
export function followReferences(document: unknown): unknown {
  const follow = (value: unknown, depth: number): unknown => {
    if (depth > DEEPEST) throw new Error('the OpenAPI document refers to itself');
    if (Array.isArray(value)) return value.map((item) => follow(item, depth + 1));
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value && typeof value.$ref === 'string') return follow(find(document, value.$ref), depth + 1);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, follow(inner, depth + 1)]));
  };
  return follow(document, 0);
}

/** Finds the target of a reference such as `#/components/schemas/Error`. */
function find(document: unknown, ref: string): unknown {
  return ref
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined),
      document,
    );
}
