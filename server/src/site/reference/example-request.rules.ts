import type { Parameter } from './openapi-shape.ts';

/** An operation as the OpenAPI document describes it. */
export interface DescribedRequest {
  readonly base: string;
  readonly method: string;
  readonly path: string;
  readonly needsKey: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: unknown;
}

/** A request that can be sent as it is: the required parts, with the document's own examples. */
export interface ExampleRequest {
  readonly method: string;
  readonly url: string;
  /** Without the key, and without the body's headers. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly needsKey: boolean;
  /** Undefined: no body. */
  readonly body: unknown;
}

export function exampleRequest({ base, method, path, needsKey, parameters, body }: DescribedRequest): ExampleRequest {
  const required = parameters.filter((parameter) => parameter.required);
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => exampleOf(required, name) ?? whole);
  const query = required.filter((parameter) => parameter.in === 'query').map(({ name }) => `${name}=${exampleOf(required, name) ?? ''}`);
  return {
    method,
    url: `${base}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: required.filter((parameter) => parameter.in === 'header').map(({ name }) => [name, exampleOf(required, name) ?? ''] as const),
    needsKey,
    body,
  };
}

function exampleOf(parameters: readonly Parameter[], name: string): string | null {
  const parameter = parameters.find((one) => one.name === name);
  const example = parameter?.example ?? parameter?.schema.example;
  return typeof example === 'string' || typeof example === 'number' ? String(example) : null;
}
