import { assertBooks } from '../../server/src/core/testing/paying-customer.ts';
import { checkGpus } from '../../server/src/core/testing/check-gpus.ts';
import { MINUTE_MS } from '../../server/src/kit/clock.ts';
import { openFuzzWorld, type FuzzWorld } from './fuzz-world.ts';
import { at, isRecord, parseJson } from './json.ts';
import { judge } from './judge.ts';
import { messagesOf } from './judge-agents.ts';
import { watchLeaks, type Leaks } from './leaks.ts';
import { makeStep, type Maker } from './make-step.ts';
import { createMemory, type Memory } from './memory.ts';
import { inject, NoAnswer, overSocket, pass, sendBytes, settle, tend, written } from './perform.ts';
import { seededRandom } from './random.ts';
import { nameOf, namesIn, withNames, type FuzzAnswer, type Ask, type Finding, type Sent, type Step } from './step.ts';
import type { Target } from './targets.ts';
import { Wrong } from './wrong.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  readonly say?: (line: string) => void;
  /** Asked between two steps: true ends the run early. */
  readonly isOver?: () => boolean;
}

export interface FuzzReport {
  readonly seed: number;
  /** Requests that were sent. */
  readonly sent: number;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  readonly steps: readonly Step[];
  /** What each target answered, as status and code, and how often. */
  readonly seen: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** How many steps lie between two looks at the books. */
const AUDIT_EVERY = 500;
/** The longest that the card's provider or the engine takes to finish anything. */
const UNDER_WAY = { do: 'pass', ms: 30 * MINUTE_MS, tickMs: 10 * MINUTE_MS } as const;
/** The number of the last step, after all others. */
const LAST = 1e9;
const SAY_MS = 5000;
const LATELY = 60;

/** Generates requests from a seed and sends them, one after the other, until the wanted number is sent. */
export async function runFuzz({ seed, requests, say = () => undefined, isOver = () => false }: FuzzOptions): Promise<FuzzReport> {
  const run = await openRun();
  const maker: Maker = { random: seededRandom(seed), memory: run.memory, targets: run.targets, followUps: [], lately: [] };
  let said = performance.now();
  let found = 0;
  try {
    for (let n = 1; run.sent() < requests && !isOver(); n += 1) {
      const step: Step = n % AUDIT_EVERY === 0 ? { n, do: 'audit' } : makeStep(n, maker);
      const answer = await run.take(step);
      if (step.do === 'ask' && answer) lead(step, answer, maker);
      const { findings } = run.report(seed);
      for (const { kind } of findings.slice(found)) say(`seed ${seed}, step ${n}: ${kind}`);
      found = findings.length;
      if (performance.now() - said > SAY_MS) {
        said = performance.now();
        say(`seed ${seed}: ${run.sent()} of ${requests} requests, ${found} findings`);
      }
    }
    await run.take({ n: LAST, do: 'audit' });
    return run.report(seed);
  } finally {
    await run.close();
  }
}

/** Replays recorded steps. */
export async function replay(steps: readonly Step[]): Promise<FuzzReport> {
  const run = await openRun();
  try {
    for (const step of steps) await run.take(step);
    if (steps.at(-1)?.do !== 'audit') await run.take({ n: LAST, do: 'audit' });
    return run.report(0);
  } finally {
    await run.close();
  }
}

/** Follows up an answer: a quote is confirmed with the same arguments. */
function lead(ask: Ask & { readonly n: number }, answer: FuzzAnswer, maker: Maker): void {
  maker.lately.push(ask);
  if (maker.lately.length > LATELY) maker.lately.shift();
  const [message] = messagesOf(answer);
  const token = at(message, 'result', 'structuredContent', 'quote', 'confirmationToken');
  const call = parseJson(ask.body ?? '');
  if (typeof token !== 'string' || !isRecord(call)) return;
  const params = at(call, 'params');
  const args = at(params, 'arguments');
  if (!isRecord(params) || !isRecord(args)) return;
  const confirmed = { ...params, arguments: { ...args, confirmationToken: nameOf(`${ask.n}.quote.confirmationToken`) } };
  maker.followUps.push({ ...ask, body: JSON.stringify({ ...call, params: confirmed }) });
}

interface Run {
  readonly world: FuzzWorld;
  readonly memory: Memory;
  readonly targets: readonly Target[];
  sent(): number;
  /** Takes a step and judges the result; returns the answer of a request. */
  take(step: Step): Promise<FuzzAnswer | null>;
  report(seed: number): FuzzReport;
  close(): Promise<void>;
}

async function openRun(): Promise<Run> {
  const begun = performance.now();
  const world = await openFuzzWorld();
  const memory = createMemory(world.known);
  for (const [name, value] of world.known) memory.seed(name, value);
  const { targets } = world;
  const byName = new Map(targets.map((target) => [target.name, target]));
  const leaks = watchLeaks(world);
  const findings = new Map<string, Finding>();
  const steps: Step[] = [];
  const seen = new Map<string, Map<string, number>>();
  let sent = 0;

  const note = (step: Step, error: unknown, told: string) => {
    const what = error instanceof Error ? error.message : String(error);
    const kind = `${placeOf(step)}: ${withoutIds(what.split('\n')[0] ?? '').slice(0, 300)}`;
    const inner = error instanceof Wrong || error instanceof NoAnswer || !(error instanceof Error) ? '' : `\n${error.stack ?? ''}`;
    if (!findings.has(kind)) findings.set(kind, { kind, told: `${told}${inner}`, step });
  };
  const takeAsk = async (step: Step & Ask) => {
    const target = byName.get(step.target) ?? null;
    const asked = written(step, world);
    const send = () => (step.bySocket ? overSocket(asked, world) : inject(asked, world));
    const answers = await Promise.allSettled(Array.from({ length: step.times ?? 1 }, send));
    sent += answers.length;
    let first: FuzzAnswer | null = null;
    for (const settled of answers) {
      if (settled.status === 'rejected') {
        note(step, settled.reason, asTold(asked, null));
        continue;
      }
      const answer = settled.value;
      first ??= answer;
      const told = seen.get(step.target) ?? new Map<string, number>();
      const what = whatWasTold(answer);
      seen.set(step.target, told.set(what, (told.get(what) ?? 0) + 1));
      await judged(step, asked, answer, { target, leaks, world, note });
      learn(step, answer, { memory, target });
    }
    return first;
  };

  return {
    world,
    memory,
    targets,
    sent: () => sent,
    take: async (step) => {
      steps.push(step);
      try {
        switch (step.do) {
          case 'ask':
            return await takeAsk(step);
          case 'raw': {
            sent += 1;
            const answer = await sendBytes(step.bytes, world, true);
            if (answer.status >= 500) note(step, new Wrong(`answered with ${answer.status}`), answer.text.slice(0, 500));
            return null;
          }
          case 'pass':
            await pass(world, step);
            return null;
          case 'audit':
            await audit(step);
            return null;
          case 'settle':
            await settle(world);
            return null;
          case 'tend':
            memory.learn({ n: step.n, path: '/mail', owner: 'house', json: linksOf(await tend(world)) });
            return null;
        }
      } catch (error) {
        note(step, error, JSON.stringify(step).slice(0, 500));
      }
      return null;
    },
    report: (seed) => ({ seed, sent, seconds: (performance.now() - begun) / 1000, findings: [...findings.values()], steps, seen }),
    close: () => world.close(),
  };

  async function audit(step: Step): Promise<void> {
    await pass(world, UNDER_WAY);
    for (const check of [assertBooks, checkGpus]) {
      await check(world.cloud).catch((error: unknown) => note(step, error, `at step ${step.n}`));
    }
    // People prove their identity when asked to: otherwise adding a way in would soon be refused to all of them.
    await world.cloud.db.pool.query('update sessions set proven_at = now() where proven_at is not null');
  }
}

/** `200`, or `404 NOT_FOUND`; of a tool `200 ok`. */
function whatWasTold(answer: FuzzAnswer): string {
  const [message] = messagesOf(answer);
  const code = at(message, 'error') ?? at(message, 'result', 'structuredContent', 'error', 'code');
  return typeof code === 'string' ? `${answer.status} ${code}` : `${answer.status}`;
}

/** The tokens of links that were sent by mail, which those who get them use. */
function linksOf(mails: readonly { readonly text: string }[]): unknown {
  return mails.flatMap(({ text }) => [...text.matchAll(/#([\w.~-]{20,})/g)].map(([, token]) => ({ token })));
}

/** Where a finding belongs: what is no call of a tool is the matter of the protocol, whichever tool was meant. */
function placeOf(step: Step): string {
  if (step.do !== 'ask') return step.do;
  const isCall = /^\{"jsonrpc":"2.0","id":\d+,"method":"tools\/call","params":\{"name"/.test(step.body ?? '');
  return step.target.startsWith('tool ') && !isCall ? 'the protocol of agents' : step.target;
}

/** So that the same thing has the same name in every run. */
function withoutIds(text: string): string {
  return text.replaceAll(/[a-z]{2,6}_[0-9a-zA-Z]{8,}/g, '…').replaceAll(/\d{4,}/g, '…');
}

async function judged(
  step: Step & Ask,
  sent: Sent,
  answer: FuzzAnswer,
  parts: { target: Target | null; leaks: Leaks; world: FuzzWorld; note: (step: Step, error: unknown, told: string) => void },
): Promise<void> {
  const { target, leaks, world, note } = parts;
  const told = asTold(sent, answer);
  for (const check of [
    async () => judge(target, sent, answer, world),
    () => leaks.check(step, sent, answer),
    async () => leaks.checkLog(),
  ]) {
    await check().catch((error: unknown) => note(step, error, told));
  }
}

function learn(step: Step & Ask, answer: FuzzAnswer, { memory, target }: { memory: Memory; target: Target | null }): void {
  const isAgents = target?.door === 'agents';
  const isRefused = answer.status >= 400 || (isAgents && answer.text.includes('"isError":true'));
  if (!isRefused && step.method !== 'DELETE') memory.used(namesIn(`${step.url} ${step.body ?? ''}`), 'well');
  if (answer.status === 404) memory.used(namesIn(step.url), 'not found');
  if (answer.status >= 300 || !/json|event-stream/.test(answer.headers['content-type'] ?? '')) return;
  const [message] = messagesOf(answer);
  const json = isAgents ? at(message, 'result', 'structuredContent') : message;
  const path = withNames(step.url, () => '0');
  memory.learn({ n: step.n, path, owner: step.reader === 'alice' || step.reader === 'bob' ? step.reader : 'house', json });
}

function asTold({ method, url, headers, body }: Sent, answer: FuzzAnswer | null): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const given = Object.entries(headers).map(([name, value]) => ` -H ${quoted(`${name}: ${value.slice(0, 300)}`)}`);
  const data = body === null ? '' : ` --data-binary ${quoted(body.slice(0, 1500))}`;
  const got = answer ? `${answer.status} ${answer.text.slice(0, 700)}` : 'no answer';
  return `curl -X ${method}${given.join('')}${data} ${quoted(`$BOREAL${url.slice(0, 800)}`)}\n→ ${got}`;
}
