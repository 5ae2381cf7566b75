import { toldIn } from '@boreal/contract/words/french-spacing.ts';
import { signInErrors, type SignInError } from '@boreal/contract/people/sign-in.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { preferredLocale } from '../../kit/locale.ts';
import { AppError } from '../../kit/errors.ts';

const LibraryError = z.looseObject({ code: z.string().optional(), message: z.string().optional() });

/** Passes on the library's answer: its cookies, its body, and its errors in Boreal's words and shape. */
export async function answerAuth(answer: Response, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('content-type', 'application/json; charset=utf-8');
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  const text = await answer.text();
  if (answer.ok) return reply.code(answer.status).send(text === '' ? 'null' : JSON.stringify(withoutToken(JSON.parse(text))));

  const { code, message } = LibraryError.parse(text === '' ? {} : JSON.parse(text));
  const known = isSignInError(code) ? signInErrors[code] : null;
  if (known === null && answer.status === 401) throw new AppError('NOT_SIGNED_IN', {});
  if (known === null && answer.status >= 500) throw new Error(`the library answered ${answer.status} ${code ?? ''} ${message ?? ''}`);
  const locale = preferredLocale(request.headers['accept-language']);
  reply.header('content-language', locale).header('vary', 'Accept-Language');
  // The library reports an unreadable passkey as its own fault; it is the sender's.
  const status = answer.status >= 500 ? 400 : answer.status;
  const body = { error: code ?? 'INVALID_REQUEST', message: toldIn(locale, known ?? unknownRefusal) };
  return reply.code(status).send(JSON.stringify(body));
}

/** Only the cookie, which no script can read, may contain a session's token. */
function withoutToken(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const rest = Object.entries(body).filter(([name]) => name !== 'token');
  return Object.fromEntries(rest.map(([name, value]) => [name, name === 'session' ? withoutToken(value) : value]));
}

const unknownRefusal = {
  en: 'This cannot be done. Check what you sent, or begin again.',
  fr: 'Impossible de faire cela. Vérifiez ce que vous avez envoyé, ou recommencez.',
} as const;

function isSignInError(code: string | undefined): code is SignInError {
  return code !== undefined && Object.hasOwn(signInErrors, code);
}
