import type { Door } from '@boreal/contract/account/audit.ts';
import type { BillingCycle } from '@boreal/contract/shop/catalog.ts';
import type { Database, Tx } from '../../db/connect.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { SignInRules } from '../../kit/sign-in-rules.ts';
import type { Traces } from '../../kit/traces.ts';

/** The caller, as events, transfers and the audit log name it. */
export interface Actor {
  readonly type: 'user' | 'api_key' | 'mcp_key' | 'system' | 'operator';
  readonly id: string | null;
  readonly name: string | null;
}

/**
 * What the fleet needs from the rooms above it about a server with prepaid terms; the fleet itself knows no orders. Injected by wire. The
 * account is locked.
 */
export interface PrepaidTerms {
  /** A server was deleted, or never started: ends its order. Returns what is refunded to the card, micro-CAD, taxes included. */
  serverEnded(tx: Tx, ctx: Ctx, server: { id: string; accountId: string; name: string; firstActiveAt: Date | null }): Promise<bigint>;
  /** Throws for a server whose term is over. @throws PAYMENT_REQUIRED */
  requirePaid(tx: Tx, server: { id: string; billingCycle: BillingCycle; paidUntil: Date | null }, now: Date): Promise<void>;
  /** Throws while the card is being charged for a term of the server. @throws PAYMENT_IN_PROGRESS */
  requireNoOpenCharge(tx: Tx, server: { id: string }): Promise<void>;
}

/** The daily copies of the database, as far as this process knows about them. `others`: the Postgres is the operator's own. */
export type DatabaseCopies =
  | { readonly keptBy: 'others' }
  | { readonly keptBy: 'nobody' }
  /** When the newest one ended, in real time; null: there is none; undefined: not known yet. */
  | { readonly keptBy: 'boreal'; newest(): Date | null | undefined };

/** What an operation works with: the caller, the time, and the database. */
export interface Ctx {
  readonly actor: Actor;
  /** The door through which the request came in, and its IP address; null if there is none. */
  readonly door: Door;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly clock: Clock;
  readonly db: Database;
  /** One transaction. A door may wrap it, as the REST door does to store an Idempotency-Key's response with the work. */
  readonly transact: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>;
  /** An integer in [0, below), for generated names and for spreading work. */
  readonly random: (below: number) => number;
  /** The most that the caller was quoted and has agreed to: more is refused. Absent: no price was quoted. */
  readonly agreed?: Agreed;
  /** The request of another operator that the caller has approved: what is written now is attributed to both. */
  readonly approvedRequestId?: string;
  readonly log: Log;
  /** Null: traces are not collected. */
  readonly traces: Traces | null;
  readonly prepaidTerms: PrepaidTerms;
  readonly databaseCopies: DatabaseCopies;
  /** How strict this installation is. */
  readonly rules: SignInRules;
}

/** An agreement and what has been taken under it, micro-CAD; used up as it is spent, in one transaction. */
export interface Agreed {
  readonly upToMicros: bigint;
  takenMicros: bigint;
}

/** A request on behalf of one account: everything it names must belong to that account. */
export interface CustomerCtx extends Ctx {
  readonly accountId: string;
  /** The person's session; absent for keys and for Boreal itself. */
  readonly sessionId?: string;
}

export const systemActor = { type: 'system', id: null, name: 'Boreal' } as const satisfies Actor;

/** The same context inside an open transaction: writes join it, and reads see what was written. */
export function joining<C extends Ctx>(ctx: C, tx: Tx): C {
  return { ...ctx, db: { ...ctx.db, sql: tx }, transact: (run) => run(tx) };
}
