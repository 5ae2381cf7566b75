import type { AuditAction } from '@boreal/contract/account/audit.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { idFloor } from '../../../kit/ids.ts';

interface Who {
  /** Null: the command, which knows no person. */
  readonly id: string | null;
  readonly name: string | null;
}

/** Lines of the audit log to add up, and the fields of their detail that may have the amount; the first one present counts. */
export interface AloneActions {
  readonly actions: readonly AuditAction[];
  readonly fields: readonly string[];
}

/** Blocks other checks of the same operator until the transaction ends, so that two simultaneous movements count each other. */
export async function lockOperator(tx: Tx, { id }: Who): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alone ${id ?? 'command'}`}, 0))`.execute(tx);
}

/**
 * What an operator has done by hand since then, micro-CAD, except what another has approved. All uses of the command count as one operator.
 */
export async function readAlone(tx: Tx, who: Who, { since, of }: { since: Date; of: AloneActions }): Promise<bigint> {
  const amount = sql`coalesce(${sql.join(of.fields.map((field) => sql`detail->>${sql.lit(field)}`))})`;
  const { total } = await tx
    .selectFrom('auditEntries')
    .select(sql<string>`coalesce(sum(${amount}::bigint), 0)::text`.as('total'))
    .where('id', '>=', idFloor('audit', since))
    .where('action', 'in', of.actions)
    .where('actorType', '=', 'operator')
    .where('actorId', who.id === null ? 'is' : '=', who.id)
    // What another operator approved was not done alone.
    .where(sql<boolean>`detail->>'requestId' is null`)
    .executeTakeFirstOrThrow();
  return BigInt(total);
}
