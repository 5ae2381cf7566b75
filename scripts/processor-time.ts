// The processor time that the processes of a test run use, for `--slowest`. Waiting costs nothing: on a busy machine only these seconds
// show whether a run has become cheaper. Without /proc there is nothing to read.
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** Linux counts in these ticks, on every machine that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Used by the process itself, and by the children it waited for. */
export interface ProcessorSeconds {
  readonly own: number;
  readonly children: number;
}

export function processorSeconds(pid: number | 'self'): ProcessorSeconds {
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields(pid).slice(11, 15).map(Number);
  return { own: (user + system) / TICKS_PER_SECOND, children: (childrenUser + childrenSystem) / TICKS_PER_SECOND };
}

/** Postgres with its connections: the postmaster's count includes those that have ended. */
export async function postgresSeconds(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`);
    const pid = Number.parseInt(rows[0]?.file ?? '', 10);
    const live = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid);
    const all = [pid, ...live.map(Number)].map(processorSeconds);
    return all.reduce((sum, { own, children }) => sum + own + children, 0);
  } finally {
    await client.end();
  }
}

function parentOf(pid: number): number {
  return Number(fields(pid)[1]);
}

/** The fields from the third on: the second is a name in parentheses, which may contain spaces. */
function fields(pid: number | 'self'): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    // It has ended, or there is no /proc.
    return [];
  }
}
