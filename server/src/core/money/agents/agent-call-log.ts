import type { Database } from '../../../db/connect.ts';
import { refusesValues } from '../../../db/transact.ts';
import type { Log } from '../../../kit/log.ts';
import { insertAgentCalls, type AgentCallRecord } from './agent-calls.store.ts';

const WRITE_EVERY_MS = 250;
const WAITING_MAX = 10_000;

export interface AgentCallLog {
  /** Logs a call that changed nothing: written shortly after, in a batch with others. */
  note(call: AgentCallRecord): void;
  /** Logs a call before it is answered; if the database refuses it, a moment later, because the call has already had its effect. */
  write(call: AgentCallRecord): Promise<void>;
  /** Writes what is waiting. The database must still be open. */
  close(): Promise<void>;
}

/**
 * The log of agents' tool calls. An operation's writes are in the audit log, in its own transaction; this log also has reads and refusals,
 * and a read does not wait for its line.
 */
export function createAgentCallLog(options: { db: Database; log: Log }): AgentCallLog {
  const { db, log } = options;
  let waiting: AgentCallRecord[] = [];
  let timer: NodeJS.Timeout | undefined;

  const writeAll = async () => {
    timer = undefined;
    if (waiting.length === 0) return;
    const writing = waiting;
    waiting = [];
    const left = await write(writing);
    if (left.length === 0) return;
    waiting = [...left, ...waiting].slice(-WAITING_MAX);
    timer ??= setTimeout(writeAll, WRITE_EVERY_MS).unref();
  };

  /** Returns the calls to retry. Bisects to find one that can never be written and drops it, or it would hold up all others. */
  async function write(calls: readonly AgentCallRecord[]): Promise<readonly AgentCallRecord[]> {
    try {
      await insertAgentCalls(db.pool, calls);
      return [];
    } catch (error) {
      if (!refusesValues(error)) {
        log.warn({ err: error, calls: calls.length }, 'tool calls were not written to the audit; they are tried again');
        return calls;
      }
      const [call] = calls;
      if (call && calls.length === 1) {
        log.error({ err: error, agentCallId: call.id, tool: call.tool }, 'a tool call cannot be written to the audit, and is given up');
        return [];
      }
      const half = calls.length / 2;
      return [...(await write(calls.slice(0, half))), ...(await write(calls.slice(half)))];
    }
  }

  const writeLater = (calls: readonly AgentCallRecord[]) => {
    if (calls.length === 0) return;
    waiting.push(...calls);
    timer ??= setTimeout(writeAll, WRITE_EVERY_MS).unref();
  };

  return {
    note: (call) => writeLater([call]),
    write: async (call) => writeLater(await write([call])),
    close: async () => {
      clearTimeout(timer);
      await writeAll();
      clearTimeout(timer);
    },
  };
}
