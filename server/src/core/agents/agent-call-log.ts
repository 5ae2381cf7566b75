import type { Database } from '../../db/connect.ts';
import type { Log } from '../../kit/log.ts';
import { insertAgentCalls, type AgentCallRecord } from './agent-calls.store.ts';

const WRITE_EVERY_MS = 250;
const WAITING_MAX = 10_000;

export interface AgentCallLog {
  /** Keeps a call that changed nothing: written within a moment, with others. */
  note(call: AgentCallRecord): void;
  /** Keeps a call before it is answered. */
  write(call: AgentCallRecord): Promise<void>;
  /** Writes what waits. The database must still be open. */
  close(): Promise<void>;
}

/**
 * The audit of tool calls. What an operation wrote is told by the audit log in its own transaction; this one also has what
 * was only read or refused, and a reader does not wait for its line.
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
    try {
      await insertAgentCalls(db.pool, writing);
    } catch (error) {
      log.warn({ err: error, calls: writing.length }, 'tool calls were not written to the audit; they are tried again');
      waiting = [...writing, ...waiting].slice(-WAITING_MAX);
      timer ??= setTimeout(writeAll, WRITE_EVERY_MS).unref();
    }
  };

  return {
    note: (call) => {
      waiting.push(call);
      timer ??= setTimeout(writeAll, WRITE_EVERY_MS).unref();
    },
    write: (call) => insertAgentCalls(db.pool, [call]),
    close: async () => {
      clearTimeout(timer);
      await writeAll();
      clearTimeout(timer);
    },
  };
}
