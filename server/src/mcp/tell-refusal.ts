import type { ErrorCode } from '@boreal/contract/errors/errors.ts';
import { planNotSold } from '@boreal/contract/error-words/shop.words.ts';
import type { Locale } from '@boreal/contract/words/language.ts';
import type { ServerStatus } from '@boreal/contract/servers/servers.ts';
import { errorAnswer } from '../core/ground/error-answer.ts';
import { UNAVAILABLE_RETRY_SECONDS } from '../core/ground/service-unavailable.ts';
import { type AppError, isAppError } from '../kit/errors.ts';
import { POLL_SECONDS } from './fields.ts';
import { isNeverSold } from './rehearse.ts';
import { briefly, toolResult, type ToolResult } from './tool-result.ts';

/** Codes for which an unchanged retry may eventually succeed; all others require a change first. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set([
  'OPERATION_IN_PROGRESS',
  'NOT_PROVISIONED',
  'PLAN_NOT_AVAILABLE',
  'BACKUP_NOT_READY',
  'BACKUP_IN_PROGRESS',
  'BACKUP_STORAGE_FULL',
  'INSUFFICIENT_CREDITS',
  'PAYMENT_REQUIRED',
  'BUDGET_CAP_REACHED',
  'PAYMENT_IN_PROGRESS',
  'Too many requests',
  'INTERNAL_ERROR',
] as const satisfies ErrorCode[]);

/** Seconds after which to retry, for refusals that pass by themselves. */
const WAITS: ReadonlyMap<ErrorCode, number> = new Map<ErrorCode, number>([
  ['OPERATION_IN_PROGRESS', 5],
  ['NOT_PROVISIONED', 10],
  ['BACKUP_NOT_READY', 15],
  ['BACKUP_IN_PROGRESS', 15],
  ['PAYMENT_IN_PROGRESS', 10],
  ['PLAN_NOT_AVAILABLE', 60],
  ['SERVICE_UNAVAILABLE', UNAVAILABLE_RETRY_SECONDS],
]);

/** Statuses that a server leaves by itself, after which its allowed actions differ. */
const PASSING: ReadonlySet<ServerStatus> = new Set(['PROVISIONING', 'REBOOTING']);

/** A refusal as a tool's answer: the same code and `accountAction` as in the REST API, and whether to retry. */
export function tellRefusal(error: AppError, reader: { siteUrl: string; requestId: string; locale: Locale }): ToolResult {
  const { error: code, message: asByRest, ...details } = errorAnswer(error, reader);
  const message = notSoldIn(error, reader.locale) ?? asByRest;
  const retryAfterSeconds = waitOf(error);
  const told = {
    code,
    message,
    retryable: (RETRYABLE.has(error.code) && !isNeverSold(error)) || retryAfterSeconds !== undefined || awaitsPerson(error),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...details,
  };
  const { code: _, message: __, ...rest } = told;
  const text = `${code}: ${message}`;
  return { ...toolResult({ text, data: { error: told }, lines: JSON.stringify(briefly(rest)) }), isError: true };
}

function notSoldIn(error: AppError, locale: Locale): string | null {
  const notSold = isAppError(error, 'PLAN_NOT_AVAILABLE') ? error.details.notSold : undefined;
  return notSold === undefined ? null : planNotSold[notSold][locale];
}

function waitOf(error: AppError): number | undefined {
  if (isAppError(error, 'Too many requests')) return error.details.retryAfterSeconds;
  if (isAppError(error, 'INVALID_STATE') && PASSING.has(error.details.currentStatus)) return POLL_SECONDS;
  return isNeverSold(error) ? undefined : WAITS.get(error.code);
}

/** Once approved, the same call succeeds. */
function awaitsPerson(error: AppError): boolean {
  return isAppError(error, 'APPROVAL_REQUIRED') && error.details.status === 'pending';
}
