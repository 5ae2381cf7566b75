import type { Config } from '../config.ts';
import { insertEngines, listEngineRows, listUsedEngines } from '../core/ground/installation/engine-names.store.ts';
import { markReachable } from '../core/fleet/capacity/hosts.store.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { SECOND_MS } from '../kit/clock.ts';
import { EngineSilent, type Engine } from '../engines/engine.ts';
import { enginesOf, type Engines } from '../engines/engines.ts';
import { openEngine, type EngineFindings, type OpenEngine, type OpenEngineConfig } from './open-engine.ts';
import { StartRefused } from './start-refused.ts';
import { withholdUntilChecked } from './withhold-sale.ts';

/**
 * How long a start waits for the checks' results, real time. An engine that takes longer is checked while Boreal runs (`withhold-sale.ts`),
 * for as long as the engine allows.
 */
const START_CHECK_MS = 10 * SECOND_MS;

/** Builds all configured engines. They may be down: wishes are kept until they answer. */
export function openEngines(config: OpenEngineConfig & Pick<Config, 'engines'>, ctx: Ctx): Promise<readonly OpenEngine[]> {
  return Promise.all(config.engines.map((one) => openEngine(one, config, ctx)));
}

/** Records the names, so that pools can refer to them. A name keeps its kind: a machine of one kind is never looked for on another. */
export async function nameEngines(engines: Config['engines'], ctx: Ctx): Promise<void> {
  await insertEngines(
    ctx.db.sql,
    engines.map(({ name, kind }) => ({ name, kind })),
  );
  const kinds = new Map((await listEngineRows(ctx.db.sql)).map(({ name, kind }) => [name, kind]));
  for (const { name, kind } of engines) {
    const before = kinds.get(name);
    if (before !== kind)
      throw new StartRefused(`The engine ${name} was ${before} until now, and BOREAL_ENGINES says ${kind}. Give the new one another name.`);
  }
}

/** What a start reports about one engine. */
export interface ToldEngine extends EngineFindings {
  readonly name: string;
}

/**
 * Checks all engines in parallel, so that engines that are down cost only one wait. In production, a silent or unsafe engine sells nothing,
 * whatever the others do; if no engine is safe, production does not start.
 */
export async function checkEngines(
  opened: readonly OpenEngine[],
  { mode, ctx }: { mode: Config['mode']; ctx: Ctx },
): Promise<{ engines: Engines; told: readonly ToldEngine[] }> {
  const checked = await Promise.all(opened.map(async (one) => ({ opened: one, found: await findings(one, ctx) })));
  if (mode === 'production') refuseUnsafe(checked.map(({ opened: { engine }, found }) => ({ name: engine.name, ...found })));
  const configured: Engine[] = [];
  for (const { opened: one, found } of checked) {
    const withheld = mode !== 'production' ? null : found.unheard ? 'unchecked' : found.unsafe.length > 0 ? 'unsafe' : null;
    configured.push(withheld === null ? one.engine : withholdUntilChecked(one, ctx, withheld));
    // Before anybody can buy; the watch puts the hosts back on sale.
    if (withheld !== null) await takeOffSale(ctx, one.engine.name, withheld);
  }
  const engines = enginesOf(configured, await listUsedEngines(ctx.db.sql));
  const gone = engines.all.slice(configured.length);
  for (const { name } of gone) await takeOffSale(ctx, name, 'engine_not_asked');
  return {
    engines,
    told: [
      ...checked.map(({ opened: { engine }, found: { missing, unsafe } }) => ({ name: engine.name, missing, unsafe })),
      ...gone.map(({ name }) => ({ name, missing: [goneSentence(name)], unsafe: [] })),
    ],
  };
}

function goneSentence(name: string): string {
  return (
    `The configuration has no engine ${name}, although pools or servers are on it. Nothing is sold on it, its servers wait, and nothing ` +
    'is removed. Name it in BOREAL_ENGINES with its settings, and start Boreal again.'
  );
}

function takeOffSale(ctx: Ctx, engine: string, others: 'unchecked' | 'unsafe' | 'engine_not_asked'): Promise<unknown> {
  return markReachable(ctx.db.sql, { engine, reachable: [], whys: new Map(), others, at: ctx.clock.now() });
}

/** Nothing that is missing prevents a start: an engine that is down now may be up in a minute. */
async function findings({ engine, check }: OpenEngine, { log }: Ctx): Promise<EngineFindings & { unheard: boolean }> {
  try {
    const found = await check(AbortSignal.timeout(START_CHECK_MS));
    for (const sentence of [...found.missing, ...found.unsafe]) log.warn({ engine: engine.name }, sentence);
    return { ...found, unheard: false };
  } catch (error) {
    log.error({ err: error, engine: engine.name }, 'the engine is not heard');
    const said = error instanceof EngineSilent ? error.message : 'The engine does not answer.';
    return { missing: [`${said} Nothing is sold on it until it is heard; what was sold before waits.`], unsafe: [], unheard: true };
  }
}

/** Refuses to sell what would let customers harm each other. If another engine can sell, only this one's machines are withheld. */
function refuseUnsafe(found: readonly ToldEngine[]): void {
  if (found.some(({ unsafe }) => unsafe.length === 0)) return;
  const lists = found.map(
    ({ name, unsafe }) =>
      `Machines of the engine ${name} cannot be rented to strangers, so production does not start:\n${unsafe.map((sentence) => `  - ${sentence}`).join('\n')}`,
  );
  throw new StartRefused(lists.join('\n'));
}
