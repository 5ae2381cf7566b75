import type { Round } from './load.ts';
import { median, type Result } from './report.ts';
import type { Contest } from './rounds.ts';

/** A server that used more than this share of one core was itself the limit; below it, the generator or other programs were. */
const SATURATED = 0.9;

/** A contest as a line of the report: medians of the rounds, and each round's own ratio. */
export function contestResult(contest: Contest, about: { name: string; aim: number; peer: string; bound: string }): Result {
  const rate = (rounds: readonly Round[]) => median(rounds.map((round) => round.perSecond));
  const ratios = contest.ours.map((round, index) => round.perSecond / (contest.peer[index]?.perSecond ?? NaN));
  const ratio = median(ratios);
  return {
    name: about.name,
    ours: `${rate(contest.ours).toFixed(0)}/s${details(contest.ours)}`,
    peer: `${rate(contest.peer).toFixed(0)}/s${details(contest.peer)} · ${about.peer}`,
    ratio,
    ratios: ratios.toSorted((a, b) => a - b),
    limit: `aim ${about.aim}`,
    met: ratio >= about.aim,
    bound: `${about.bound}${cpuRatio(contest)}`,
  };
}

function details(rounds: readonly Round[]): string {
  const cpu = numbers(rounds.map((round) => round.cpuMicros));
  const p99 = median(rounds.map((round) => round.latencyMs.p99));
  return `${cpu.length === 0 ? '' : `, ${median(cpu).toFixed(0)} µs of processor each`}, p99 ${p99} ms`;
}

/** Processor time measures the same as throughput while the server is the limit, and is less affected by other programs. */
function cpuRatio({ ours, peer }: Contest): string {
  const mine = numbers(ours.map((round) => round.cpuMicros));
  const theirs = numbers(peer.map((round) => round.cpuMicros));
  if (mine.length === 0 || theirs.length === 0) return '';
  const busy = (rounds: readonly Round[]) => median(numbers(rounds.map((round) => round.busy)));
  const least = Math.min(busy(ours), busy(peer));
  const limit =
    least >= SATURATED
      ? 'the servers were the limit'
      : `a server had only ${(least * 100).toFixed(0)} % of a core, the rest went to the generator's waits, Postgres or other programs`;
  return `; ratio of processor time ${(median(theirs) / median(mine)).toFixed(2)}, ${limit}`;
}

function numbers(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}
