import type { Database, Sql } from '../../../db/connect.ts';

/** One tool call as stored. `arguments` contain no secret. */
export interface AgentCallRecord {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly requestId: string | null;
  readonly client: string | null;
  readonly tool: string;
  readonly arguments: string;
  readonly quoteId: string | null;
  readonly outcome: string;
  readonly spentMicros: bigint;
  readonly durationMs: number;
  readonly createdAt: Date;
}

const INSERT = `
  insert into agent_calls (id, account_id, key_id, request_id, client, tool, arguments, quote_id, outcome, spent_micros, duration_ms, created_at)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::text[], $9::text[],
    $10::bigint[], $11::int[], $12::timestamptz[])`;

/** Writes calls, many in one statement. */
export async function insertAgentCalls(pool: Database['pool'], calls: readonly AgentCallRecord[]): Promise<void> {
  await pool.query({
    name: 'insert-agent-calls',
    text: INSERT,
    values: [
      calls.map((call) => call.id),
      calls.map((call) => call.accountId),
      calls.map((call) => call.keyId),
      calls.map((call) => call.requestId),
      calls.map((call) => call.client),
      calls.map((call) => call.tool),
      calls.map((call) => call.arguments),
      calls.map((call) => call.quoteId),
      calls.map((call) => call.outcome),
      calls.map((call) => call.spentMicros),
      calls.map((call) => call.durationMs),
      calls.map((call) => call.createdAt),
    ],
  });
}

/** Calls of an account, or of one of its keys, before an id; newest first. */
export function selectAgentCalls(db: Sql, input: { accountId: string; keyId: string | null; before: string | undefined; limit: number }) {
  return db
    .selectFrom('agentCalls')
    .innerJoin('apiKeys', 'apiKeys.id', 'agentCalls.keyId')
    .selectAll('agentCalls')
    .select('apiKeys.name as keyName')
    .where('agentCalls.accountId', '=', input.accountId)
    .$if(input.keyId !== null, (query) => query.where('agentCalls.keyId', '=', input.keyId ?? ''))
    .$if(input.before !== undefined, (query) => query.where('agentCalls.id', '<', input.before ?? ''))
    .orderBy('agentCalls.id', 'desc')
    .limit(input.limit)
    .execute();
}
