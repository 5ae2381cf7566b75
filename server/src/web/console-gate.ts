import { IdText } from '@boreal/contract/values/ids.ts';
import { isPermission, type Permission } from '@boreal/contract/people/members.ts';
import { isOperatorPermission, operatorMay, type OperatorPermission } from '@boreal/contract/operator/roles.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordHourly } from '../core/ground/audit/record-hourly.ts';
import type { Ctx, CustomerCtx } from '../core/ground/ctx.ts';
import { requireRole } from '../core/ground/roles/require-role.ts';
import type { Limits } from '../door/limits.ts';
import { requireOwnOrigin } from '../door/origin.ts';
import { requireStanding } from '../door/require-standing.ts';
import { AppError, notFound } from '../kit/errors.ts';
import { noteCaller } from '../kit/request-callers.ts';
import { trustedProxies } from '../kit/trusted-proxies.ts';
import type { Auth } from './auth/create-auth.ts';
import type { OperatorCtx } from '../door/operator-ctx.ts';
import type { PersonCtx } from '../door/person-ctx.ts';
import { findSignedIn, type SignedIn } from './sessions/find-signed-in.ts';
import { requireLateProof } from './sessions/require-late-proof.ts';

export interface GateParts {
  /** Without a caller: the starting point of a request's own context. */
  readonly base: Ctx;
  readonly auth: Auth;
  readonly limits: Limits;
  readonly siteUrl: string;
}

/** What a gate must know about an endpoint. */
export interface Guarded {
  readonly method: string;
  readonly path: string;
  readonly limit: number;
  readonly needs: Permission | OperatorPermission | null;
  readonly opensWayIn?: boolean;
}

/** Admits a request, or throws; returns the context that the request's operation runs in. */
export type Gate<C extends Ctx> = (request: FastifyRequest, reply: FastifyReply, endpoint: Guarded) => Promise<C>;

/** Anybody: rate-limited, and writes only from the site's own pages. */
export function strangerGate(parts: GateParts): Gate<Ctx> {
  return async (request, reply, endpoint) => {
    await count(request, reply, endpoint, parts);
    requireOwnOrigin({ method: request.method, origin: request.headers.origin }, parts.siteUrl);
    return contextOf(request, parts.base, { type: 'user', id: null, name: null });
  };
}

/** A signed-in person, about themselves. */
export function personGate(parts: GateParts): Gate<PersonCtx> {
  return async (request, reply, endpoint) => {
    const signedIn = await requireSignedIn(request, reply, endpoint, parts);
    const { userId, sessionId, name, hasSecondFactor } = signedIn;
    if (endpoint.opensWayIn) requireLateProof(signedIn, parts.base.clock);
    return { ...contextOf(request, parts.base, { type: 'user', id: userId, name }), userId, sessionId, hasSecondFactor };
  };
}

/** A member of the account in the path, whose role allows what the endpoint needs. Other accounts are a 404. */
export function memberGate(parts: GateParts): Gate<CustomerCtx> {
  return async (request, reply, endpoint) => {
    const signedIn = await requireSignedIn(request, reply, endpoint, parts);
    const { userId, sessionId, name } = signedIn;
    const actor = { type: 'user', id: userId, name } as const;
    const ctx = { ...contextOf(request, parts.base, actor), accountId: accountOf(request.params), sessionId };
    if (!isPermission(endpoint.needs)) throw new Error(`${endpoint.path} says of no permission that it needs it`);
    await requireRole(ctx.db.sql, ctx, endpoint.needs);
    if (endpoint.opensWayIn) requireLateProof(signedIn, parts.base.clock);
    return ctx;
  };
}

/**
 * Operators whose role includes what the endpoint needs. For everybody else everything here is a 404. The audit log records an operator's
 * refusals, at most once per hour.
 */
export function operatorGate(parts: GateParts): Gate<OperatorCtx> {
  const { rules } = parts.base;
  const mayComeFrom = rules.operatorNetworks === null ? null : trustedProxies(rules.operatorNetworks);
  return async (request, reply, endpoint) => {
    const signedIn = await requireSignedIn(request, reply, endpoint, parts);
    const { userId, name, operatorRole: role, hasSecondFactor } = signedIn;
    if (role === null) throw notFound('page');
    const ctx = { ...contextOf(request, parts.base, { type: 'operator', id: userId, name }), role };
    const { needs: permission, method, path } = endpoint;
    if (!isOperatorPermission(permission)) throw new Error(`${path} says of no permission that it needs it`);
    const refuse = async (refusal: AppError) => {
      await recordHourly(ctx, {
        action: 'operator.refused',
        about: `${method} ${path}`,
        detail: { role, permission, refused: refusal.code },
      });
      return refusal;
    };
    if (mayComeFrom !== null && !mayComeFrom(request.ip)) throw await refuse(new AppError('NETWORK_NOT_ALLOWED', {}));
    if (rules.operatorsNeedSecondFactor && !hasSecondFactor) throw new AppError('SECOND_FACTOR_REQUIRED', {});
    if (!operatorMay(role, permission)) throw await refuse(new AppError('PERMISSION_DENIED', { who: 'operator', role, permission }));
    if (endpoint.opensWayIn) requireLateProof(signedIn, parts.base.clock);
    return ctx;
  };
}

async function requireSignedIn(request: FastifyRequest, reply: FastifyReply, endpoint: Guarded, parts: GateParts): Promise<SignedIn> {
  await count(request, reply, endpoint, parts);
  const signedIn = await findSignedIn(parts, request);
  if (!signedIn) throw new AppError('NOT_SIGNED_IN', {});
  requireOwnOrigin({ method: request.method, origin: request.headers.origin }, parts.siteUrl);
  return signedIn;
}

async function count(request: FastifyRequest, reply: FastifyReply, { method, path, limit }: Guarded, { limits }: GateParts): Promise<void> {
  requireStanding(reply, await limits.take({ operation: `console ${method} ${path}`, limit, ip: request.ip }));
}

function contextOf(request: FastifyRequest, base: Ctx, actor: Ctx['actor']): Ctx {
  noteCaller(request, { accountId: accountIn(request.params), actorId: actor.id });
  return { ...base, actor, door: 'console', address: request.ip, requestId: request.id };
}

/** Null if the path contains no account. */
function accountIn(params: unknown): string | null {
  const found = typeof params === 'object' && params !== null && 'accountId' in params ? IdText.safeParse(params.accountId) : null;
  return found?.data ?? null;
}

function accountOf(params: unknown): string {
  const found = accountIn(params);
  if (found === null) throw notFound('account');
  return found;
}
