import assert from 'node:assert/strict';
import { z } from 'zod';
import type { CheckedAnswer } from './api-document.ts';
import type { Asked, Member, RestCloud } from './rest-cloud.ts';

type Headers = Readonly<Record<string, string | null>>;

/** One customer's requests, in few words. */
export interface RestClient {
  get(path: string, headers?: Headers): Promise<CheckedAnswer>;
  post(path: string, body?: unknown, headers?: Headers): Promise<CheckedAnswer>;
  put(path: string, body: unknown): Promise<CheckedAnswer>;
  remove(path: string, body?: unknown, headers?: Headers): Promise<CheckedAnswer>;
  balance(): Promise<number>;
}

export function restClient(rest: RestCloud, member: Pick<Member, 'key'>): RestClient {
  const send = (request: Asked) => rest.send({ key: member.key, ...request });
  const get: RestClient['get'] = (path, headers = {}) => send({ path, headers });
  return {
    get,
    post: (path, body, headers = {}) => send({ method: 'POST', path, body, headers }),
    put: (path, body) => send({ method: 'PUT', path, body }),
    remove: (path, body, headers = {}) => send({ method: 'DELETE', path, headers, ...(body !== undefined && { body }) }),
    balance: async () => read(await get('/credits?summary=1'), z.object({ balance: z.number() })).balance,
  };
}

/** `data` of a success, as this schema has it. */
export function read<S extends z.ZodType>(answer: CheckedAnswer, schema: S): z.output<S> {
  assert.ok(answer.status === 200 || answer.status === 201, `${answer.status} ${answer.text}`);
  const { data } = z.object({ data: z.unknown() }).parse(answer.json);
  return schema.parse(data);
}
