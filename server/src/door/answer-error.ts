import type { ErrorCode } from '@boreal/contract/errors/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorAnswer } from '../core/ground/error-answer.ts';
import { serviceUnavailable, UNAVAILABLE_RETRY_SECONDS } from '../core/ground/service-unavailable.ts';
import { ClockWrong } from '../kit/clock-watch.ts';
import { AppError, isAppError, notFound } from '../kit/errors.ts';
import type { Log } from '../kit/log.ts';
import { callerOf } from '../kit/request-callers.ts';
import { doorIssue } from './door-messages.ts';
import type { StatusesByCode } from './endpoint.ts';
import { errorStatus } from './errors.ts';
import { preferredLocale } from '../kit/locale.ts';

/** Sends the answer to a failed request: an expected refusal as it is, any other error as a 500 that reveals nothing of its cause. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: { siteUrl: string; log: Log; statuses?: StatusesByCode },
): FastifyReply {
  const locale = preferredLocale(request.headers['accept-language']);
  const foreseen = foreseenError(error);
  if (foreseen === null)
    parts.log.error(
      { err: error, requestId: request.id, method: request.method, route: request.routeOptions.url ?? null },
      'a request failed',
    );
  if (foreseen?.code === 'SERVICE_UNAVAILABLE') {
    const isClock = foreseen.cause instanceof ClockWrong;
    parts.log.warn(
      { err: error, requestId: request.id },
      isClock ? 'nobody is served, because the clock is wrong' : 'the database is away',
    );
    reply.header('retry-after', UNAVAILABLE_RETRY_SECONDS);
  }
  if (foreseen !== null && isAppError(foreseen, 'Too many requests')) reply.header('retry-after', foreseen.details.retryAfterSeconds);
  if (foreseen !== null) noteRefusal(foreseen, request, parts.log);
  const told = foreseen ?? new AppError('INTERNAL_ERROR', {});
  const status = errorStatus(told, parts.statuses);
  reply.code(status).header('content-language', locale).header('vary', 'Accept-Language').header('cache-control', 'no-store');
  if (told.code === 'Unauthorized') reply.header('www-authenticate', 'Bearer');
  const body = errorAnswer(told, { locale, siteUrl: parts.siteUrl, requestId: request.id });
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Refusals that may indicate abuse: the log shows them to the operator. */
const notable = {
  FORBIDDEN_ORIGIN: 'a write from another site was refused',
  PERMISSION_DENIED: 'a role was not enough',
  'Too many requests': 'a limit was reached',
} as const satisfies Readonly<Partial<Record<ErrorCode, string>>>;

function noteRefusal(error: AppError, request: FastifyRequest, log: Log): void {
  const about = { requestId: request.id, address: request.ip, method: request.method, route: request.routeOptions.url ?? null };
  const line = { ...about, actorId: callerOf(request)?.actorId ?? null, refused: error.code };
  if (isAppError(error, 'Unauthorized') && error.details.reason === 'INVALID_API_KEY') log.warn(line, 'a key was refused');
  else if (isNotable(error.code)) log.warn(line, notable[error.code]);
}

function isNotable(code: ErrorCode): code is keyof typeof notable {
  return Object.hasOwn(notable, code);
}

/** The error as the contract defines it; null if it was unexpected. */
export function foreseenError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  switch (codeOf(error)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return doorIssue('tooLarge');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return doorIssue('notJson');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return doorIssue('emptyBody');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return doorIssue('contentType');
    // For QUERY, a method that no route has: Fastify refuses it before it gets to the 404.
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
      return notFound('page');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return doorIssue('url');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    // The client's connection; errors of the database's connection name the call that failed.
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return serviceUnavailable(error) ?? doorIssue('malformed');
    default:
      return serviceUnavailable(error);
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
