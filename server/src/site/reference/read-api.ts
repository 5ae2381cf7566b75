import { z } from 'zod';
import { exampleRequest, type ExampleRequest } from './example-request.rules.ts';
import { fieldOf, fieldsOf, type Field } from './fields.rules.ts';
import { ApiDocument, followReferences, type Operation, type Parameter } from './openapi-shape.ts';

/** The REST API as the reference describes it. */
export interface Api {
  readonly version: string;
  readonly groups: readonly ApiGroup[];
}

export interface ApiGroup {
  readonly name: string;
  readonly operations: readonly ApiOperation[];
}

export interface ApiOperation {
  /** Its anchor on the page. */
  readonly id: string;
  readonly method: ApiMethod;
  readonly path: string;
  readonly summary: string;
  readonly needsKey: boolean;
  /** Requests per minute and client; not in the OpenAPI document. */
  readonly limit: number | null;
  readonly parameters: readonly ApiParameter[];
  readonly body: { readonly required: boolean; readonly fields: readonly Field[] } | null;
  readonly answer: { readonly status: string; readonly fields: readonly Field[]; readonly example: unknown };
  readonly refusals: readonly { readonly status: string; readonly codes: readonly string[] }[];
  /** A request that can be sent as it is. */
  readonly request: ExampleRequest;
}

export type ApiMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface ApiParameter extends Field {
  readonly in: Parameter['in'];
}

const methods = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' } as const satisfies Record<string, ApiMethod>;

/** Parses the OpenAPI document that this process serves; `limits` by operation id. */
export function readApi(text: string, limits: ReadonlyMap<string, number>): Api {
  const document = ApiDocument.parse(followReferences(JSON.parse(text)));
  const base = document.servers[0]?.url ?? '';
  const all = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    (['get', 'post', 'put', 'delete'] as const).flatMap((method) => {
      const operation = byMethod[method];
      return operation
        ? [{ group: operation.tags[0] ?? '', operation: operationOf(operation, { base, path, method: methods[method], limits }) }]
        : [];
    }),
  );
  const groups = Map.groupBy(all, ({ group }) => group);
  return {
    version: document.info.version,
    groups: [...groups].map(([name, of]) => ({ name, operations: of.map(({ operation }) => operation) })),
  };
}

function operationOf(
  operation: Operation,
  at: { base: string; path: string; method: ApiMethod; limits: ReadonlyMap<string, number> },
): ApiOperation {
  const media = operation.requestBody?.content['application/json'];
  const needsKey = operation.security === undefined || operation.security.length > 0;
  const status = Object.keys(operation.responses).find((code) => code.startsWith('2')) ?? '200';
  const answer = operation.responses[status]?.content['application/json'];
  return {
    id: operation.operationId,
    method: at.method,
    path: at.path,
    summary: operation.summary,
    needsKey,
    limit: at.limits.get(operation.operationId) ?? null,
    parameters: operation.parameters.map(parameterOf),
    body: media ? { required: operation.requestBody?.required ?? false, fields: fieldsOf(media.schema) } : null,
    answer: { status, fields: answer ? fieldsOf(answer.schema) : [], example: answer?.example },
    refusals: Object.entries(operation.responses)
      .filter(([code]) => Number(code) >= 400)
      .map(([code, { content }]) => ({ status: code, codes: codesOf(content) })),
    request: exampleRequest({ ...at, needsKey, parameters: operation.parameters, body: media?.example }),
  };
}

function parameterOf(parameter: Parameter): ApiParameter {
  const field = fieldOf(parameter.name, parameter.schema, parameter.required);
  return { ...field, in: parameter.in, description: parameter.description || field.description };
}

/** The codes of an error's examples, without duplicates. */
function codesOf(content: Operation['responses'][string]['content']): string[] {
  const examples = Object.values(content['application/json']?.examples ?? {});
  const codes = examples.flatMap((example) => {
    const parsed = ExampleOfError.safeParse(example);
    return parsed.success ? [parsed.data.value.error] : [];
  });
  return [...new Set(codes)];
}

const ExampleOfError = z.object({ value: z.object({ error: z.string() }) });
