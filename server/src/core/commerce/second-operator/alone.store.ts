import type { AuditAction } from '@boreal/contract/account/audit.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { idFloor } from '../../../kit/ids.ts';

interface Who {
  /** Null: the command, which knows nobody. */
  readonly id: string | null;
  readonly name: string | null;
}

/** Lines of the audit log that add up, and where in their detail the amount stands, the first that is there. */
export interface AloneActions {
  readonly actions: readonly AuditAction[];
  readonly fields: readonly string[];
}

/** Locks out others who ask about the same operator until the transaction ends, so that two movements at once count each other. */
export async function lockOperator(tx: Tx, { id }: Who): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alone ${id ?? 'command'}`}, 0))`.execute(tx);
}

/** What an operator has done by hand since then, micro-CAD, except what another has approved. All command lines are one. */
export async function readAlone(tx: Tx, who: Who, { since, of }: { since: Date; of: AloneActions }): Promise<bigint> {
  const amount = sql`coalesce(${sql.join(of.fields.map((field) => sql`detail->>${sql.lit(field)}`))})`;
  const { total } = await tx
    .selectFrom('auditEntries')
    .select(sql<string>`coalesce(sum(${amount}::bigint), 0)::text`.as('total'))
    .where('id', '>=', idFloor('audit', since))
    .where('action', 'in', of.actions)
    .where('actorType', '=', 'operator')
    .where('actorId', who.id === null ? 'is' : '=', who.id)
    // What another has approved was not done alone.
    .where(sql<boolean>`detail->>'requestId' is null`)
    .executeTakeFirstOrThrow();
  return BigInt(total);
}
