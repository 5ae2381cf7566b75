import assert from 'node:assert/strict';
import { z } from 'zod';
import type { CheckedAnswer, Operation } from './api-document.ts';
import type { Asked } from './rest-cloud.ts';
import type { Call } from './walk-row.ts';

/** The request that makes a call of an operation; `more` sets the caller and changes what else is sent. */
export function requestOf(operation: Operation, call: Call, more: Partial<Asked> = {}): Asked {
  const names: Readonly<Record<string, string>> = { ...(call.id !== undefined && { id: call.id }), ...call.names };
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? 'none') + queryText(call.query);
  return { method: operation.method, path, ...(call.body && { body: call.body }), ...more };
}

function queryText(query: Call['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((text) => `${name}=${encodeURIComponent(text)}`));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

const Refusal = z.looseObject({ error: z.string(), message: z.string().min(1) });
const InvalidRequest = z.object({ issues: z.array(z.object({ path: z.string(), message: z.string().min(1) })).min(1) });

/** A refusal with this status and code; gives its body. */
export function refusal(answer: CheckedAnswer, status: number, error: string): z.output<typeof Refusal> {
  assert.deepEqual([answer.status, Refusal.parse(answer.json).error], [status, error], answer.text);
  return Refusal.parse(answer.json);
}

/** 400 INVALID_REQUEST that names this field, or no field when that is what is wrong. */
export function invalid(answer: CheckedAnswer, field: string, what: string): void {
  assert.equal(answer.status, 400, `${what}: ${answer.status} ${answer.text}`);
  assert.equal(Refusal.parse(answer.json).error, 'INVALID_REQUEST', `${what}: ${answer.text}`);
  const { issues } = InvalidRequest.parse(answer.json);
  assert.ok(
    issues.some(({ path }) => path === field || path.startsWith(`${field}.`)),
    `${what}: ${answer.text}`,
  );
}

/** 2xx. */
export function succeeded(answer: CheckedAnswer, what: string): void {
  assert.ok(answer.status >= 200 && answer.status < 300, `${what}: ${answer.status} ${answer.text}`);
}

/** The sentences of a refusal in French: the same code, other words. */
export function inFrench(french: CheckedAnswer, english: CheckedAnswer): void {
  assert.deepEqual([french.headers['content-language'], english.headers['content-language']], ['fr', 'en']);
  const [a, b] = [Refusal.parse(french.json), Refusal.parse(english.json)];
  assert.deepEqual([french.status, a.error], [english.status, b.error]);
  assert.notEqual(a.message, b.message);
}

/** An `accountAction` whose every link is an address of this site. */
export function accountAction(
  answer: CheckedAnswer,
  site: string,
): { code: string; minimumCad?: number | undefined; minimumTopupCad?: number | undefined; message: string } {
  const url = z.string().startsWith(`${site}/`).refine(URL.canParse);
  const links = ['signup', 'login', 'apiKeys', 'billing', 'addCredits', 'paymentMethod', 'budget', 'documentation'] as const;
  const Action = z.object({
    code: z.string(),
    message: z.string(),
    action: z.object({ label: z.string().min(1), url }),
    links: z.record(z.enum(links), url),
    minimumCad: z.number().optional(),
    minimumTopupCad: z.number().optional(),
  });
  const { accountAction: found } = z.object({ accountAction: Action }).parse(answer.json);
  assert.ok(found.message.includes(found.action.url), 'the sentence holds the link');
  return found;
}

/** The plans that a 409 names in place of the one that is not to be had. */
export function alternatives(answer: CheckedAnswer): string[] {
  return z.object({ alternatives: z.array(z.string()) }).parse(answer.json).alternatives;
}
