import type { Child } from './child.ts';
import { startChild } from './child.ts';
import { contestResult } from './contest-result.ts';
import type { Result } from './report.ts';
import { fromManyClients } from './requests.ts';
import { interleave, type Pace } from './rounds.ts';

const PATH = '/api/v1/availability';

/** Headers that Node and Fastify write by themselves. */
const OF_THE_LIBRARIES = new Set(['date', 'connection', 'keep-alive', 'content-length']);

/**
 * GET /api/v1/availability against a bare Fastify that answers with the same bytes, head and body. The load generator, itself near its
 * limit, reads the same number of bytes from either.
 */
export async function benchAvailability(boreal: Child, pace: Pace, say: (line: string) => void): Promise<Result> {
  const answer = await fetch(boreal.url + PATH);
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`GET ${PATH} answers ${answer.status}: ${body}`);
  const head = Object.fromEntries([...answer.headers].filter(([name]) => !OF_THE_LIBRARIES.has(name)));
  const peer = await startChild({
    name: 'the bare Fastify',
    file: 'bench/peers/same-bytes.ts',
    ready: PATH,
    env: { BENCH_PATH: PATH, BENCH_BODY: body, BENCH_HEAD: JSON.stringify(head) },
  });
  try {
    const get = { method: 'GET', path: PATH, headers: {} } as const;
    const contest = await interleave({
      ours: boreal,
      peer,
      pace,
      say,
      requests: (round) => fromManyClients(get, { network: round, seconds: pace.seconds }),
    });
    return contestResult(contest, {
      name: `GET ${PATH} (${body.length} bytes)`,
      aim: 0.95,
      peer: 'bare Fastify, same bytes',
      bound: "Node's HTTP server and sockets; ours adds the client's address, a rate window, a request id and the worker's own work",
    });
  } finally {
    await peer.stop();
  }
}
