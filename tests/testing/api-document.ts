import assert from 'node:assert/strict';
import { Ajv, type ValidateFunction } from 'ajv';
import { z } from 'zod';

/** A JSON schema with every reference written out. */
export interface Schema {
  readonly type?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly required?: readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly [keyword: string]: unknown;
}

const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    type: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    required: z.array(z.string()).optional(),
    properties: z.record(z.string(), Schema).optional(),
  }),
);

/** A JSON schema with every reference in it written out. */
export function readSchema(schema: unknown): Schema {
  return Schema.parse(inline(schema, schema));
}

const Media = z.record(z.string(), z.object({ schema: Schema }));
const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  schema: Schema,
});
const Response = z.object({ content: Media.default({}), headers: z.record(z.string(), z.object({ schema: Schema })).default({}) });
const Described = z.object({
  operationId: z.string(),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ required: z.boolean().default(false), content: Media }).optional(),
  responses: z.record(z.string(), Response),
});
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Described)) });

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One operation of the served OpenAPI document. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  /** Below `{base_url}`, as the document writes it: `/servers/{id}`. */
  readonly path: string;
  readonly needsKey: boolean;
  readonly isWrite: boolean;
  readonly query: readonly z.output<typeof Parameter>[];
  /** The schema of its body; null when it takes none. */
  readonly body: Schema | null;
  /** It takes a body, and does without. */
  readonly bodyIsOptional: boolean;
  /** The statuses it says it answers. */
  readonly statuses: readonly number[];
}

export interface CheckedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as JSON; null when there is none. */
  readonly json: unknown;
}

export interface ApiDocument {
  readonly operations: readonly Operation[];
  /** Fails when the answer is not one that the document describes; an address it does not name may only be 404 or 400. */
  check(request: { method: string; url: string }, answer: CheckedAnswer): void;
  /** The statuses that were answered so far, and so checked. */
  seen(operationId: string): ReadonlySet<number>;
}

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' } as const;
/** Sent only when it says something; every other header that is described comes with every answer. */
const SOMETIMES = new Set(['idempotency-replayed']);

export function readApiDocument(served: unknown): ApiDocument {
  const { paths } = Document.parse(inline(served, served));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ ...operationOf(path, methodNamed(method), described), described })),
  );
  const checks = new Map<unknown, ValidateFunction>();
  const seen = new Map(operations.map(({ id }) => [id, new Set<number>()]));
  return {
    operations,
    seen: (id) => seen.get(id) ?? new Set(),
    check: (request, answer) => {
      const told = `${request.method} ${request.url} → ${answer.status} ${answer.text.slice(0, 300)}`;
      assert.match(answer.headers['x-request-id'] ?? '', /^[A-Za-z0-9_.-]{1,64}$/, `no X-Request-Id: ${told}`);
      const operation = find(operations, request);
      if (operation === null) {
        assert.ok(answer.status === 404 || answer.status === 400, `an address without an operation: ${told}`);
        return;
      }
      const response = operation.described.responses[String(answer.status)];
      assert.ok(response, `${operation.id} does not describe this status: ${told}`);
      seen.get(operation.id)?.add(answer.status);
      checkHeaders(response.headers, answer, told);
      checkBody(response.content['application/json']?.schema, answer, { told, checks });
    },
  };
}

function checkHeaders(described: z.output<typeof Response>['headers'], answer: CheckedAnswer, told: string): void {
  for (const [name, { schema }] of Object.entries(described)) {
    const text = answer.headers[name.toLowerCase()];
    if (text === undefined && SOMETIMES.has(name.toLowerCase())) continue;
    assert.ok(text !== undefined, `the header ${name} is described and missing: ${told}`);
    const value = schema.type === 'integer' ? Number(text) : text;
    assert.ok(ajv.validate(schema, value), `the header ${name} is ${text}: ${told}`);
  }
}

function checkBody(
  schema: Schema | undefined,
  answer: CheckedAnswer,
  { told, checks }: { told: string; checks: Map<unknown, ValidateFunction> },
): void {
  if (schema === undefined) {
    assert.equal(answer.text, '', `a body where none is described: ${told}`);
    return;
  }
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8', told);
  const check = checks.get(schema) ?? ajv.compile(schema);
  checks.set(schema, check);
  assert.ok(check(answer.json), `${ajv.errorsText(check.errors)}: ${told}`);
}

/** Whether a value is as the schema says. */
export function fits(schema: Schema, value: unknown): boolean {
  return ajv.validate(schema, value) === true;
}

const ajv = new Ajv({ strict: false, allErrors: true });
// Stricter than the formats themselves: times are UTC with Z, links are absolute.
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
ajv.addFormat('uri', /^https?:\/\/[^/]+/);

function operationOf(path: string, method: Method, described: z.output<typeof Described>): Operation {
  return {
    id: described.operationId,
    method,
    path,
    needsKey: described.security === undefined || described.security.length > 0,
    isWrite: method !== 'GET',
    query: described.parameters.filter((parameter) => parameter.in === 'query'),
    body: described.requestBody?.content['application/json']?.schema ?? null,
    bodyIsOptional: described.requestBody?.required === false,
    statuses: Object.keys(described.responses).map(Number),
  };
}

function methodNamed(name: string): Method {
  const method = z.enum(['get', 'post', 'put', 'delete']).parse(name);
  return METHODS[method];
}

/** The operation at an address: one written out (`/servers/deploy-quote`) goes before a pattern (`/servers/{id}`). */
function find<O extends Operation>(operations: readonly O[], request: { method: string; url: string }): O | null {
  const path = (request.url.split('?')[0] ?? '').replace(/^\/api/, '');
  const fitting = operations.filter((one) => one.method === request.method && patternOf(one.path).test(path));
  return fitting.find((one) => one.path === path) ?? fitting[0] ?? null;
}

/** An id may be empty, as it may for the router: what is refused before anybody looks for it is refused all the same. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]*')}$`);
}

/** The document with every `$ref` replaced by what it names. */
function inline(value: unknown, root: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => inline(item, root));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') return inline(named(value.$ref, root), root);
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, inline(child, root)]));
}

function named(reference: string, root: unknown): unknown {
  let at = root;
  for (const part of reference.split('/').slice(1)) {
    const entries: [string, unknown][] = typeof at === 'object' && at !== null ? Object.entries(at) : [];
    at = new Map(entries).get(part.replaceAll('~1', '/'));
  }
  assert.ok(at !== undefined, `the document refers to ${reference}, which it does not have`);
  return at;
}
