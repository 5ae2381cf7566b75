import type { Parameter } from './openapi-shape.ts';

export interface CurlRequest {
  readonly base: string;
  readonly method: string;
  readonly path: string;
  readonly needsKey: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: unknown;
}

/** A request as it can be copied into a shell where `KEY` is set: what is required, with the document's own examples. */
export function curlOf(request: CurlRequest): string {
  const { method, parameters, body } = request;
  const required = parameters.filter((parameter) => parameter.required);
  const path = request.path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => exampleOf(required, name) ?? whole);
  const query = required.filter((parameter) => parameter.in === 'query').map(({ name }) => `${name}=${exampleOf(required, name) ?? ''}`);
  const address = `${request.base}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const headers = required
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) => `${name}: ${exampleOf(required, name) ?? ''}`);
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${address}"`,
    ...(request.needsKey ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...headers.map((header) => `-H "${header}"`),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`]),
  ];
  return parts.join(' \\\n  ');
}

function exampleOf(parameters: readonly Parameter[], name: string): string | null {
  const parameter = parameters.find((one) => one.name === name);
  const example = parameter?.example ?? parameter?.schema.example;
  return typeof example === 'string' || typeof example === 'number' ? String(example) : null;
}
