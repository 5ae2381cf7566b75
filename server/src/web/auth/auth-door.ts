import { ChangePasswordRequest, PasswordRequest } from '@boreal/contract/people/sign-in.ts';
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { doorIssue } from '../../door/door-messages.ts';
import type { Limits } from '../../door/limits.ts';
import { requireOwnOrigin } from '../../door/origin.ts';
import { readJson } from '../../door/read-json.ts';
import { violates } from '../../db/transact.ts';
import { requireStanding } from '../../door/require-standing.ts';
import { AppError } from '../../kit/errors.ts';
import { validate } from '../../kit/validate.ts';
import { findSignedIn } from '../sessions/find-signed-in.ts';
import { requireLateProof } from '../sessions/require-late-proof.ts';
import { requireOwnFactor } from '../sessions/require-own-factor.ts';
import { answerAuth } from './answer-auth.ts';
import { authRequest } from './auth-request.ts';
import { authRoutes, type AuthRoute } from './auth-routes.ts';
import type { Auth } from './create-auth.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { refuseTakenAddress } from './email-change.ts';
import { countGuess } from './guesses.ts';
import { DEVICE_COOKIE, knownDevice } from './known-device.ts';

/** Longer than writing a mail takes: an immediate answer would reveal that none was written. */
const LEAST_MS = 300;

export interface AuthDoorParts {
  readonly auth: Auth;
  readonly limits: Limits;
  readonly base: Pick<Ctx, 'clock' | 'db' | 'rules'>;
  readonly siteUrl: string;
}

/** Mounts what the library answers, after rate limits, the door's own Origin check on writes, and the contract's schemas. */
export function authDoor(app: FastifyInstance, parts: AuthDoorParts): void {
  const { auth, limits, siteUrl } = parts;
  for (const route of authRoutes) {
    app.route({
      method: route.method,
      url: route.path,
      onRequest: async (request, reply) => {
        requireStanding(reply, await limits.take({ operation: `auth ${route.path}`, limit: route.limit, ip: request.ip }));
        requireOwnOrigin({ method: request.method, origin: request.headers.origin }, siteUrl);
        await requireWho(route, request, parts);
      },
      handler: async (request, reply) => {
        const body = bodyOf(route, request);
        await requireProofInstead(route, { body, request }, parts);
        await requireAddressStanding(route, { body, request, reply }, parts);
        const to = { siteUrl, path: route.path, query: queryOf(route, request), body };
        const ask = () => auth.handler(authRequest(request, to)).catch(refuseTakenAddress);
        const askTwice = () => ask().catch((error: unknown) => (isSecond(route, error) ? ask() : Promise.reject(error)));
        const [answer] = await Promise.all([askTwice(), sleep(route.tellsNothing ? LEAST_MS : 0)]);
        return answerAuth(answer, request, reply);
      },
    });
  }
}

function isSecond({ onceMoreAfter }: AuthRoute, error: unknown): boolean {
  return onceMoreAfter !== undefined && violates(error, onceMoreAfter);
}

/**
 * An ended session gets nothing from the library, whatever the library itself would allow. A stolen session can guess at its password only
 * so often, from however many places.
 */
async function requireWho({ who, body }: AuthRoute, request: FastifyRequest, { auth, base, limits }: AuthDoorParts): Promise<void> {
  if (who === 'anybody') return;
  const signedIn = await findSignedIn({ auth, base }, request);
  if (!signedIn) throw new AppError('NOT_SIGNED_IN', {});
  if (who === 'proven' || body === PasswordRequest) await requireOwnFactor(signedIn, base);
  if (who === 'proven') requireLateProof(signedIn, base.clock);
  if (body !== PasswordRequest && body !== ChangePasswordRequest) return;
  await countGuess(limits, signedIn);
}

/** A person without a password sends none and must have proved their identity in another way; the library asks everyone else for it. */
async function requireProofInstead(
  route: AuthRoute,
  { body, request }: { body: object | null; request: FastifyRequest },
  { auth, base }: AuthDoorParts,
): Promise<void> {
  if (route.body !== PasswordRequest || body === null || 'password' in body) return;
  const signedIn = await findSignedIn({ auth, base }, request);
  if (!signedIn) throw new AppError('NOT_SIGNED_IN', {});
  requireLateProof(signedIn, base.clock);
}

/** The library's input: never more than the contract's schema allows. */
function bodyOf(route: AuthRoute, request: FastifyRequest): object | null {
  if (route.method !== 'POST') return null;
  const text = typeof request.body === 'string' ? request.body : undefined;
  if (!route.body) return {};
  return { ...validate(route.body, readJson({ text, contentType: request.headers['content-type'] })), ...route.always };
}

function queryOf(route: AuthRoute, request: FastifyRequest): Readonly<Record<string, string>> {
  if (!route.query) return {};
  const query = validate(route.query, request.query);
  if (Object.values(query).some((value) => value.includes('\0'))) throw doorIssue('nul');
  return query;
}

const WithEmail = z.looseObject({ email: z.string() });
/** A person who has forgotten the password on their own device is counted separately from people who guess elsewhere. */
const FROM_DEVICE = 10;

/**
 * Limits guessing one person's password, or filling their mailbox, from many places at once: all strangers share this limit, whether or not
 * the person exists. A browser in which the person has signed in is not a stranger, so others cannot lock them out.
 */
async function requireAddressStanding(
  route: AuthRoute,
  { body, request, reply }: { body: object | null; request: FastifyRequest; reply: FastifyReply },
  { auth, limits, base }: AuthDoorParts,
): Promise<void> {
  if (route.perAddress === undefined) return;
  const { email } = WithEmail.parse(body);
  const { secret, createAuthCookie } = await auth.$context;
  const cookie = cookieOf(request.headers.cookie, createAuthCookie(DEVICE_COOKIE).name);
  const device = knownDevice(cookie, { email, secret, at: base.clock.wall() });
  const counted =
    device === null
      ? { operation: `auth of one address ${route.path}`, limit: route.perAddress, ip: hash('sha256', email.toLowerCase(), 'hex') }
      : { operation: `auth of one device ${route.path}`, limit: FROM_DEVICE, ip: device.id };
  const standing = await limits.take(counted);
  if (!standing.allowed) requireStanding(reply, standing);
}

function cookieOf(header: string | undefined, name: string): string | null {
  const found = (header ?? '').split(/; */).find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? null;
}
