import autocannon, { type Request } from 'autocannon';
import { cpuSeconds, type Child } from './child.ts';

export const CONNECTIONS = 10;

/** A server's results in one round. */
export interface Round {
  readonly perSecond: number;
  /** Processor time of the server's process per answer; null if the system does not report it. */
  readonly cpuMicros: number | null;
  /** The share of one core that the server's process used; near 1 it was at its limit. */
  readonly busy: number | null;
  readonly latencyMs: { readonly p50: number; readonly p99: number };
}

/**
 * Sends requests for some seconds from this process, which does nothing else; the server has a core to itself. Each connection cycles
 * through its own share of the requests.
 * @throws on any answer with an unexpected status, because then something else was measured
 */
export async function load(server: Child, input: { requests: readonly Request[]; status: number; seconds: number }): Promise<Round> {
  const { requests, status, seconds } = input;
  let connection = 0;
  const setupClient = (client: { setRequests(requests: readonly Request[]): void }) => {
    const share = requests.filter((_request, index) => index % CONNECTIONS === connection);
    connection += 1;
    client.setRequests(share.map((request) => ({ ...request })));
  };
  let begun = performance.now();
  let cpuBefore: number | null = null;
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    const run = autocannon(
      { url: server.url, connections: CONNECTIONS, duration: seconds, sampleInt: 100, setupClient },
      (error, result) => {
        const elapsed = (performance.now() - begun) / 1000;
        const cpuAfter = cpuSeconds(server.pid);
        const cpu = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
        if (error) reject(error);
        else resolve({ elapsed, cpu, ...result });
      },
    );
    run.on('start', () => {
      begun = performance.now();
      cpuBefore = cpuSeconds(server.pid);
    });
  });
  const answers = outcome.statusCodeStats[status]?.count ?? 0;
  refuseOthers(server, outcome, status);
  const { elapsed, cpu, latency } = outcome;
  return {
    perSecond: answers / elapsed,
    cpuMicros: cpu === null ? null : (cpu / answers) * 1e6,
    busy: cpu === null ? null : cpu / elapsed,
    latencyMs: { p50: latency.p50, p99: latency.p99 },
  };
}

interface Outcome {
  readonly elapsed: number;
  readonly cpu: number | null;
  readonly errors: number;
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  readonly latency: { readonly p50: number; readonly p99: number };
}

function refuseOthers(server: Child, outcome: Outcome, status: number): void {
  const seen = Object.entries(outcome.statusCodeStats).map(([code, { count }]) => `${count} × ${code}`);
  const onlyExpected = Object.keys(outcome.statusCodeStats).every((code) => code === String(status));
  if (seen.length > 0 && onlyExpected && outcome.errors === 0) return;
  throw new Error(
    `${server.name} should have answered ${status} alone, but: ${seen.join(', ') || 'no answer'}, ${outcome.errors} errors\n${server.log()}`,
  );
}
