import type { Request } from 'autocannon';
import type { Child } from './child.ts';
import { load, type Round } from './load.ts';

export interface Pace {
  readonly rounds: number;
  readonly seconds: number;
}

export interface Contest {
  readonly ours: readonly Round[];
  readonly peer: readonly Round[];
}

/** Ours, peer, ours, peer, round after round: both get the same requests, and a busy machine slows both equally. */
export async function interleave(input: {
  ours: Child;
  peer: Child;
  pace: Pace;
  /** A round's requests, from clients that no other round uses. */
  requests: (round: number) => readonly Request[];
  /** The expected status of each answer. */
  status?: number;
  /** Resolves when the work that a round started is done, so that no round is slowed by another's work. */
  settled?: () => Promise<void>;
  say: (line: string) => void;
}): Promise<Contest> {
  const { ours, peer, pace, requests, status = 200, settled, say } = input;
  const warm = { requests: requests(0), status, seconds: Math.min(2, pace.seconds) };
  for (const server of [ours, peer]) await load(server, warm);
  const contest: { ours: Round[]; peer: Round[] } = { ours: [], peer: [] };
  for (let round = 1; round <= pace.rounds; round += 1) {
    const work = { requests: requests(round), status, seconds: pace.seconds };
    // The order alternates, so that a machine that gets slower or faster favours neither.
    const order = round % 2 === 1 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const);
    for (const side of order) {
      await settled?.();
      contest[side].push(await load(side === 'ours' ? ours : peer, work));
    }
    say(`round ${round} of ${pace.rounds}: ours ${told(contest.ours.at(-1))}, peer ${told(contest.peer.at(-1))}`);
  }
  return contest;
}

function told(round: Round | undefined): string {
  if (!round) return 'nothing';
  const cpu = round.cpuMicros === null ? '' : `, ${round.cpuMicros.toFixed(0)} µs of processor each`;
  return `${round.perSecond.toFixed(0)}/s${cpu}`;
}
