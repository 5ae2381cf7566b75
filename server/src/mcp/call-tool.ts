import { agentTools, toolRefusal } from '@boreal/contract/agents/tools.ts';
import { CALLS_PER_MINUTE, SPENDING_CALLS_PER_MINUTE, SUPPORT_CALLS_PER_MINUTE } from '@boreal/contract/agents/agents.ts';
import { z } from 'zod';
import type { AgentCallLog } from '../core/money/agents/agent-call-log.ts';
import type { AgentCallRecord } from '../core/money/agents/agent-calls.store.ts';
import type { KeyRecord } from '../core/ground/keys/keys.store.ts';
import { quoteOfToken } from '../core/money/agents/quote-of-token.ts';
import { serviceUnavailable } from '../core/ground/service-unavailable.ts';
import { AppError } from '../kit/errors.ts';
import { newId } from '../kit/ids.ts';
import type { Standing } from '../kit/standing-headers.ts';
import { callerOf, narrowed, type Narrowing } from './list-tools.ts';
import { OUTSIDE_NOTICE, repeatsOutsideText } from './outside-text.ts';
import { redacted } from './redact.rules.ts';
import { requireStorable } from './storable-arguments.rules.ts';
import { tellRefusal } from './tell-refusal.ts';
import { toolResult, type ToolResult } from './tool-result.ts';
import type { AgentCtx, Tool, ToolAnswer, ToolParts } from './tool.ts';

/** A key's count against a per-minute limit. */
export interface CallStanding extends Standing {
  readonly allowed: boolean;
}

export interface CallParts extends ToolParts {
  readonly calls: AgentCallLog;
  /** Counts one call by a client under a name. */
  readonly limits: { take(call: { operation: string; limit: number; client: string }): CallStanding | Promise<CallStanding> };
}

/** Who called, and with what. */
export interface Call {
  readonly ctx: AgentCtx;
  readonly key: KeyRecord;
  /** Name and version that the agent's program reports. */
  readonly client: string | null;
  readonly narrowing: Narrowing;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * Runs one tool for one key: limit, permission, arguments, operation, audit. A refusal is an answer, not a protocol error; the answer to an
 * unexpected error reveals nothing of its cause.
 */
export async function callTool(tool: Tool, call: Call, parts: CallParts): Promise<ToolResult> {
  const { traces } = call.ctx;
  if (traces === null) return (await answered(tool, call, parts)).result;
  return traces.within({ name: `tool ${tool.name}`, kind: 'inside', attributes: { 'boreal.door': 'mcp' } }, async (span) => {
    const { result, code } = await answered(tool, call, parts);
    span.tell({ 'boreal.outcome': code });
    return result;
  });
}

async function answered(tool: Tool, call: Call, parts: CallParts): Promise<{ readonly result: ToolResult; readonly code: string }> {
  const { ctx } = call;
  const requestId = ctx.requestId ?? '';
  const begun = ctx.clock.wall().getTime();
  let outcome: { result: ToolResult; code: string; answer: ToolAnswer | null; quoteId: string | null };
  try {
    const answer = await run(tool, call, parts);
    const result = toolResult({ ...answer, ...(repeatsOutsideText(tool.name) && { notice: OUTSIDE_NOTICE }) });
    outcome = { result, code: 'ok', answer, quoteId: answer.quoteId ?? null };
  } catch (error) {
    const foreseen = error instanceof AppError ? error : serviceUnavailable(error);
    if (foreseen === null) ctx.log.error({ err: error, requestId, tool: tool.name }, 'a tool call failed');
    if (foreseen?.code === 'SERVICE_UNAVAILABLE') ctx.log.warn({ err: error, requestId, tool: tool.name }, 'the database is away');
    if (foreseen?.code === 'PERMISSION_DENIED') {
      ctx.log.warn({ requestId, address: ctx.address, keyId: ctx.keyId, tool: tool.name, refused: foreseen.code }, 'a tool was refused');
    }
    const told = foreseen ?? new AppError('INTERNAL_ERROR', {});
    outcome = {
      result: tellRefusal(told, { siteUrl: parts.siteUrl, requestId, locale: ctx.locale }),
      code: told.code,
      answer: null,
      quoteId: await refusedQuote(tool, call),
    };
  }
  const record = recordOf(tool, call, { ...outcome, durationMs: ctx.clock.wall().getTime() - begun });
  if (tool.effect === 'read' || outcome.answer === null) parts.calls.note(record);
  else await parts.calls.write(record);
  return outcome;
}

async function run(tool: Tool, call: Call, parts: CallParts): Promise<ToolAnswer> {
  const { ctx, key, args } = call;
  await requireRoom(parts, { operation: 'tool calls', limit: CALLS_PER_MINUTE, client: key.id });
  requireAllowed(tool, call);
  requireStorable(args);
  if (tool.mails) await requireRoom(parts, { operation: 'tool calls to support', limit: SUPPORT_CALLS_PER_MINUTE, client: key.id });
  if (tool.spends && typeof args['confirmationToken'] === 'string') {
    await requireRoom(parts, { operation: 'spending tool calls', limit: SPENDING_CALLS_PER_MINUTE, client: key.id });
  }
  return tool.run(ctx, withoutNulls(tool.input, args), parts);
}

/** Some models write null for an omitted argument. Where null has a meaning, it is kept. */
function withoutNulls(input: z.ZodObject, args: Call['args']): Call['args'] {
  const { shape } = input;
  const isMeant = (name: string) => !Object.hasOwn(shape, name) || !mayBeLeftOut(shape[name]);
  return Object.fromEntries(Object.entries(args).filter(([name, value]) => value !== null || isMeant(name)));
}

function mayBeLeftOut(field: z.core.$ZodType | undefined): boolean {
  return field !== undefined && z.safeParse(field, undefined).success && !z.safeParse(field, null).success;
}

/** Checks the key's permissions, its maker's role, and the limits that the request sets itself. */
function requireAllowed(tool: Tool, { key, narrowing }: Call): void {
  const caller = callerOf(key);
  const need = toolRefusal(narrowed(caller, narrowing), agentTools[tool.name]);
  if (need === null) return;
  // The key may do this without the header, so the header is the reason.
  const held = toolRefusal(caller, agentTools[tool.name]) === null;
  throw new AppError('PERMISSION_DENIED', { who: 'agent', need: held ? 'header' : need });
}

async function requireRoom(parts: CallParts, call: { operation: string; limit: number; client: string }): Promise<void> {
  const standing = await parts.limits.take(call);
  if (!standing.allowed) throw new AppError('Too many requests', { retryAfterSeconds: standing.resetSeconds });
}

/** The quote whose confirmation was refused, for the audit. If the look-up fails, the refusal is still reported. */
async function refusedQuote(tool: Tool, { ctx, args }: Call): Promise<string | null> {
  const { confirmationToken } = args;
  if (!tool.spends || typeof confirmationToken !== 'string') return null;
  return quoteOfToken(ctx, confirmationToken).catch(() => null);
}

function recordOf(
  tool: Tool,
  call: Call,
  outcome: { code: string; answer: ToolAnswer | null; quoteId: string | null; durationMs: number },
): AgentCallRecord {
  const { ctx, key, client, args } = call;
  const createdAt = ctx.clock.now();
  return {
    id: newId('agentCall', createdAt),
    accountId: ctx.accountId,
    keyId: key.id,
    requestId: ctx.requestId,
    client,
    tool: tool.name,
    arguments: JSON.stringify(redacted(args)),
    quoteId: outcome.quoteId,
    outcome: outcome.code,
    spentMicros: outcome.answer?.spentMicros ?? 0n,
    durationMs: Math.max(0, Math.round(outcome.durationMs)),
    createdAt,
  };
}
