import { chargingTools } from '@boreal/contract/agents/agents.ts';
import { MemberRole, mayDo } from '@boreal/contract/people/members.ts';
import { sql, type Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { AgentApprovals } from '../../../db/rows.gen.ts';

export type ApprovalRow = Selectable<AgentApprovals>;

const approvers = MemberRole.options.filter((role) => mayDo(role, 'keys.write'));
const approversOfCharges = approvers.filter((role) => mayDo(role, 'billing.write'));

/** Approved by a person who could no longer approve it, because they have left or their role has changed: the approval is void. */
const lapsed = sql<boolean>`(
  agent_approvals.status = 'approved' and agent_approvals.decided_by_id is not null and not exists (
    select from memberships m
    where m.account_id = agent_approvals.account_id and m.user_id = agent_approvals.decided_by_id
      and m.role::text = any(
        case when agent_approvals.tool = any(${[...chargingTools]}::text[]) then ${approversOfCharges}::text[] else ${approvers}::text[] end
      )
  )
)`;

/** One spending, and the current time. */
export interface SpendingAsked {
  readonly keyId: string;
  readonly tool: string;
  readonly hash: Buffer;
  readonly chargeMicros: bigint;
  readonly hourlyMicros: bigint;
  readonly now: Date;
}

/** Lets only one confirmation of a key at a time ask a person, until the transaction ends: the next one finds that request. */
export async function lockAsking(tx: Tx, keyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`approval:${keyId}`}, 0))`.execute(tx);
}

/** The valid request that covers this spending, up to its amount: an approved one if there is one, otherwise the latest; locked. */
export function lockApprovalFor(tx: Tx, wanted: SpendingAsked): Promise<ApprovalRow | null> {
  return firstOrNull(approvalFor(tx, wanted).forUpdate());
}

export function findApprovalFor(db: Sql | Tx, wanted: SpendingAsked): Promise<ApprovalRow | null> {
  return firstOrNull(approvalFor(db, wanted));
}

function approvalFor(db: Sql | Tx, wanted: SpendingAsked) {
  return db
    .selectFrom('agentApprovals')
    .selectAll()
    .where('keyId', '=', wanted.keyId)
    .where('tool', '=', wanted.tool)
    .where('argumentsHash', '=', wanted.hash)
    .where('chargeMicros', '>=', wanted.chargeMicros)
    .where('hourlyMicros', '>=', wanted.hourlyMicros)
    .where('status', '<>', 'used')
    .where('expiresAt', '>', wanted.now)
    .where(sql<boolean>`not ${lapsed}`)
    .orderBy((eb) => eb.case().when('status', '=', 'approved').then(0).else(1).end())
    .orderBy('id', 'desc')
    .limit(1);
}

export async function insertApproval(
  tx: Tx,
  row: Omit<ApprovalRow, 'arguments' | 'decidedBy' | 'decidedById' | 'decidedAt'> & { arguments: string },
): Promise<void> {
  await tx.insertInto('agentApprovals').values(row).execute();
}

export function lockApproval(tx: Tx, input: { accountId: string; id: string }): Promise<ApprovalRow | null> {
  return firstOrNull(
    tx.selectFrom('agentApprovals').selectAll().where('id', '=', input.id).where('accountId', '=', input.accountId).forUpdate(),
  );
}

export async function changeApproval(
  tx: Tx,
  input: { id: string; change: Partial<Pick<ApprovalRow, 'status' | 'decidedBy' | 'decidedById' | 'decidedAt' | 'expiresAt' | 'quoteId'>> },
): Promise<void> {
  await tx.updateTable('agentApprovals').set(input.change).where('id', '=', input.id).execute();
}

/**
 * Makes the approval that a quote has used valid again, unless a person has refused the same spending since: their latest answer counts.
 * Its day is not extended.
 */
export async function reviveApproval(tx: Tx, used: { keyId: string; quoteId: string }): Promise<void> {
  await sql`
    update agent_approvals a set status = 'approved'
    where a.key_id = ${used.keyId} and a.quote_id = ${used.quoteId} and a.status = 'used'
      and not exists (
        select from agent_approvals later
        where later.key_id = a.key_id and later.tool = a.tool and later.arguments_hash = a.arguments_hash
          and later.status = 'refused' and later.decided_at >= a.decided_at
      )
  `.execute(tx);
}

/** An account's requests before an id, newest first; `pendingAt`: only those that wait for a person at that time. */
export function selectApprovals(
  db: Sql | Tx,
  input: { accountId: string; pendingAt: Date | null; before: string | undefined; limit: number },
) {
  return db
    .selectFrom('agentApprovals')
    .innerJoin('apiKeys', 'apiKeys.id', 'agentApprovals.keyId')
    .selectAll('agentApprovals')
    .select(['apiKeys.name as keyName', lapsed.as('lapsed')])
    .where('agentApprovals.accountId', '=', input.accountId)
    .$if(input.pendingAt !== null, (query) =>
      query.where('status', '=', 'pending').where('agentApprovals.expiresAt', '>', input.pendingAt ?? new Date(0)),
    )
    .$if(input.before !== undefined, (query) => query.where('agentApprovals.id', '<', input.before ?? ''))
    .orderBy('agentApprovals.id', 'desc')
    .limit(input.limit)
    .execute();
}
