import type { Command } from 'commander';
import type { Ctx } from '../core/ground/ctx.ts';
import type { EngineGpu, EngineHost } from '../engines/engine.ts';
import { SECOND_MS } from '../kit/clock.ts';
import type { OpenEngine } from '../start/open-engine.ts';
import type { Operate } from './operate.ts';
import { table, wholeList, type CommandOutput, type Column } from './output.ts';
import { verb } from './verb.ts';

/** Builds the engine that the configuration names. */
export type OpenEngineOf = (ctx: Ctx) => Promise<OpenEngine>;

const CALL_TIMEOUT_MS = 20 * SECOND_MS;

export function addEngineCommands(program: Command, operate: Operate, open: OpenEngineOf): void {
  const engine = program.command('engine').description('the engine that makes the machines');

  verb(engine, 'check', {
    description: 'Say what keeps the engine from making machines: pools, network, images, hosts, GPUs, addresses. It changes nothing.',
    example: '',
  }).action(operate((ctx) => check(ctx, open)));

  verb(engine, 'hosts', { description: 'Show the hosts that the engine has, and the GPUs in them.', example: '' }).action(
    operate((ctx) => hosts(ctx, open)),
  );
}

async function check(ctx: Ctx, open: OpenEngineOf): Promise<CommandOutput> {
  const { name, strict, missing, unsafe } = await withEngine(ctx, open, async ({ engine, strict, check }) => ({
    name: engine.name,
    strict,
    ...(await check(AbortSignal.timeout(CALL_TIMEOUT_MS))),
  }));
  const data = { engine: name, missing: [...missing], unsafe: [...unsafe] };
  const list = (sentences: readonly string[]) => sentences.map((sentence) => `- ${sentence}`);
  const needs = missing.length === 0 ? [`The engine ${name} has all that it needs.`] : list(missing);
  const harms = unsafe.length === 0 ? [] : ['Its machines cannot be rented to strangers; production does not start:', ...list(unsafe)];
  const text = [...needs, ...harms].join('\n');
  if (missing.length > 0) return { data, text, failure: `The engine ${name} is not ready.` };
  return strict && unsafe.length > 0 ? { data, text, failure: `The engine ${name} is not safe.` } : { data, text };
}

async function hosts(ctx: Ctx, open: OpenEngineOf): Promise<CommandOutput> {
  const found = await findEngineHosts(ctx, open);
  const rows = found.flatMap((host): Row[] => (host.gpus.length === 0 ? [{ host, gpu: null }] : host.gpus.map((gpu) => ({ host, gpu }))));
  const data = found.map((host) => ({ ...host, gpus: host.gpus.map((gpu) => ({ ...gpu })) }));
  return wholeList(data, table(rows, columns, 'The engine has no hosts.'));
}

/** The hosts that the engine has now. */
export function findEngineHosts(ctx: Ctx, open: OpenEngineOf): Promise<readonly EngineHost[]> {
  return withEngine(ctx, open, ({ engine }) => engine.hosts(AbortSignal.timeout(CALL_TIMEOUT_MS)));
}

async function withEngine<T>(ctx: Ctx, open: OpenEngineOf, use: (opened: OpenEngine) => Promise<T>): Promise<T> {
  const opened = await open(ctx);
  try {
    return await use(opened);
  } finally {
    opened.close();
  }
}

interface Row {
  readonly host: EngineHost;
  readonly gpu: EngineGpu | null;
}

const columns: readonly Column<Row>[] = [
  { title: 'host', of: ({ host }) => host.name },
  { title: 'answers', of: ({ host }) => (host.reachable ? 'yes' : 'no') },
  { title: 'device', of: ({ gpu }) => gpu?.device ?? '–' },
  { title: 'model', of: ({ gpu }) => gpu?.model ?? '–' },
  { title: 'hardware', of: ({ gpu }) => gpu?.name ?? '–' },
];
