import { errorStatuses } from '@boreal/contract/errors/errors.ts';
import { Ajv, type ValidateFunction } from 'ajv';
import { z } from 'zod';
import { listedTool } from '../../server/src/mcp/list-tools.ts';
import { toolsByName } from '../../server/src/mcp/tools.ts';
import { at, isRecord, parseJson } from './json.ts';
import type { FuzzAnswer, Sent } from './step.ts';
import { wrong } from './wrong.ts';

const ajv = new Ajv({ strict: false });
const checks = new Map<string, ValidateFunction>();

const Message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.looseObject({ code: z.int(), message: z.string().min(1) }).optional(),
});
const Result = z.looseObject({
  content: z.array(z.looseObject({ type: z.literal('text'), text: z.string().min(1) })).min(1),
  structuredContent: z.record(z.string(), z.unknown()),
  isError: z.boolean().optional(),
});
const Refusal = z.looseObject({ code: z.string(), message: z.string().min(8), retryable: z.boolean() });

/** The protocol's messages of an answer, from JSON or from a stream of events. */
export function messagesOf({ text, headers }: FuzzAnswer): unknown[] {
  if (!headers['content-type']?.includes('event-stream')) return [parseJson(text)].flat();
  return [...text.matchAll(/^data: ?(.+)$/gm)].map(([, data = '']) => parseJson(data));
}

/** An answer of the agents' door: messages of JSON-RPC, and results as the tool's schema tells them. */
export function judgeAgents(sent: Sent, answer: FuzzAnswer): void {
  const { status, text } = answer;
  if (status === 202 || status === 204) return text === '' ? undefined : wrong(`${status} with a body`);
  if (status >= 300 && status < 400) wrong(`the agents' door answers ${status}`);
  const asked = [parseJson(sent.body ?? '')].flat();
  for (const message of messagesOf(answer)) {
    const read = Message.safeParse(message);
    if (!read.success) return wrong('no message of JSON-RPC');
    const { result, error, id } = read.data;
    if ((result === undefined) === (error === undefined) && !('method' in read.data))
      wrong('a message with neither result nor error, or with both');
    if (error?.code === -32_603) wrong('an internal error of the protocol');
    if (status === 401 && at(error, 'data', 'accountAction') === undefined) wrong('401 without an accountAction');
    const call = asked.find((one) => isRecord(one) && one['id'] === id && one['method'] === 'tools/call');
    const name = at(call, 'params', 'name');
    if (result && typeof name === 'string') judgeResult(name, result);
  }
}

function judgeResult(name: string, result: Readonly<Record<string, unknown>>): void {
  const read = Result.safeParse(result);
  if (!read.success) return wrong('no result of a tool');
  const { structuredContent, isError } = read.data;
  const check = checkOf(name);
  if (check && !check(structuredContent)) wrong(`not as the tool's output schema: ${ajv.errorsText(check.errors).slice(0, 120)}`);
  if (!isError) return;
  const refusal = Refusal.safeParse(structuredContent['error']);
  if (!refusal.success) return wrong('a refusal of a tool without code, message and retryable');
  const { code } = refusal.data;
  if (code === 'INTERNAL_ERROR') wrong('a tool failed');
  if (!(code in errorStatuses)) wrong(`a code that no table has: ${code.slice(0, 40)}`);
}

function checkOf(name: string): ValidateFunction | null {
  const tool = toolsByName.get(name);
  if (!tool) return null;
  const check = checks.get(name) ?? ajv.compile(listedTool(tool).outputSchema);
  checks.set(name, check);
  return check;
}
