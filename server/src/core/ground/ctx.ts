import type { Door } from '@boreal/contract/audit.ts';
import type { BillingCycle } from '@boreal/contract/catalog.ts';
import type { Database, Tx } from '../../db/connect.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { SignInRules } from '../../kit/sign-in-rules.ts';

/** Who asks: what events, transfers and the audit log name. */
export interface Actor {
  readonly type: 'user' | 'api_key' | 'mcp_key' | 'system' | 'operator';
  readonly id: string | null;
  readonly name: string | null;
}

/**
 * What the fleet asks of the shop above it about a server whose terms are paid ahead; the fleet itself knows no orders. Handed in
 * where the house is wired. The account is locked.
 */
export interface PrepaidTerms {
  /** A server was deleted, or it never came up: its order ends. Returns what goes back to the card, micro-CAD, taxes included. */
  serverEnded(tx: Tx, ctx: Ctx, server: { id: string; accountId: string; name: string; firstActiveAt: Date | null }): Promise<bigint>;
  /** Refuses to run a server whose term is over. @throws PAYMENT_REQUIRED */
  requirePaid(tx: Tx, server: { id: string; billingCycle: BillingCycle; paidUntil: Date | null }, now: Date): Promise<void>;
  /** Refuses while the card is being charged for a term of the server. @throws PAYMENT_IN_PROGRESS */
  requireNoOpenCharge(tx: Tx, server: { id: string }): Promise<void>;
}

/** What an operation works with: who asks, when it is, and where the truth is kept. */
export interface Ctx {
  readonly actor: Actor;
  /** By which door the request came in, and from which IP address; null where there is none. */
  readonly door: Door;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly clock: Clock;
  readonly db: Database;
  /** One transaction. A door may wrap it, as the REST door does to keep an Idempotency-Key's answer with the work. */
  readonly transact: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>;
  /** A whole number in [0, below), for made-up names and for spreading work. */
  readonly random: (below: number) => number;
  /** What the caller was told that this takes at the most and has agreed to: more is refused. Absent: no price was told. */
  readonly agreed?: Agreed;
  readonly log: Log;
  readonly prepaidTerms: PrepaidTerms;
  /** How careful this installation is. */
  readonly rules: SignInRules;
}

/** An agreement and what has been taken under it, micro-CAD; used up by what is taken, in one transaction. */
export interface Agreed {
  readonly upToMicros: bigint;
  takenMicros: bigint;
}

/** A request on behalf of one account: everything it names must belong to that account. */
export interface CustomerCtx extends Ctx {
  readonly accountId: string;
  /** In which session of theirs a person asks; absent for keys and for Boreal itself. */
  readonly sessionId?: string;
}

export const systemActor = { type: 'system', id: null, name: 'Boreal' } as const satisfies Actor;

/** The same context inside a transaction that is under way: what is written joins it, and what is read sees what was written. */
export function joining<C extends Ctx>(ctx: C, tx: Tx): C {
  return { ...ctx, db: { ...ctx.db, sql: tx }, transact: (run) => run(tx) };
}
