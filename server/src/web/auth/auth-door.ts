import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { doorIssue } from '../../door/door-messages.ts';
import type { Limits } from '../../door/limits.ts';
import { requireOwnOrigin } from '../../door/origin.ts';
import { readJson } from '../../door/read-json.ts';
import { requireStanding } from '../../door/require-standing.ts';
import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import { validate } from '../../kit/validate.ts';
import { findSignedIn } from '../sessions/find-signed-in.ts';
import { requireLateProof } from '../sessions/require-late-proof.ts';
import { answerAuth } from './answer-auth.ts';
import { authRequest } from './auth-request.ts';
import { authRoutes, type AuthRoute } from './auth-routes.ts';
import type { Auth } from './create-auth.ts';
import { refuseTakenAddress } from './email-change.ts';

export interface AuthDoorParts {
  readonly auth: Auth;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly siteUrl: string;
}

/** Mounts what the library answers: counted, with our own Origin on writes, and read by our own schemas first. */
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
        await requireAddressStanding(route, body, reply, limits);
        const asked = authRequest(request, { siteUrl, path: route.path, query: queryOf(route, request), body });
        const answer = await auth.handler(asked).catch(refuseTakenAddress);
        return answerAuth(answer, request, reply);
      },
    });
  }
}

/** A session that was ended gets nothing from the library, whatever the library would do for it. */
async function requireWho({ who }: AuthRoute, request: FastifyRequest, { auth, clock }: AuthDoorParts): Promise<void> {
  if (who === 'anybody') return;
  const signedIn = await findSignedIn(auth, request);
  if (!signedIn) throw new AppError('NOT_SIGNED_IN', {});
  if (who === 'proven') requireLateProof(signedIn, clock);
}

/** What the library reads: never more than our schema lets through. */
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

/** Guessing at one person, or filling their mailbox, from many places at once. */
async function requireAddressStanding(route: AuthRoute, body: object | null, reply: FastifyReply, limits: Limits): Promise<void> {
  if (route.perAddress === undefined) return;
  const { email } = WithEmail.parse(body);
  const who = hash('sha256', email.toLowerCase(), 'hex');
  const standing = await limits.take({ operation: `auth of one address ${route.path}`, limit: route.perAddress, ip: who });
  if (!standing.allowed) requireStanding(reply, standing);
}
