import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '@boreal/contract/messages.ts';
import { AppError } from '../kit/errors.ts';
import type { Log } from '../kit/log.ts';
import { doorIssue } from './door-messages.ts';
import { errorAnswer, errorStatus } from './errors.ts';
import { preferredLocale } from './locale.ts';

/** Sends what a request's failure is told as: the foreseen as it is, everything else as 500 without a word of its cause. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, parts: { siteUrl: string; log: Log }): FastifyReply {
  const locale = preferredLocale(request.headers['accept-language']);
  const foreseen = foreseenError(error, locale);
  if (foreseen === null) parts.log.error({ err: error, requestId: request.id, method: request.method, url: request.url }, 'a request failed');
  const told = foreseen ?? new AppError('INTERNAL_ERROR', {});
  const status = errorStatus(told);
  reply.code(status).header('content-language', locale).header('vary', 'Accept-Language');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const body = errorAnswer(told, { locale, siteUrl: parts.siteUrl, requestId: request.id });
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
}

/** The error as the contract knows it; null when nobody foresaw it. */
export function foreseenError(error: unknown, locale: Locale): AppError | null {
  if (error instanceof AppError) return error;
  switch (codeOf(error)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return doorIssue('tooLarge', locale);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return doorIssue('contentType', locale);
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return doorIssue('url', locale);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return doorIssue('malformed', locale);
    default:
      return null;
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
