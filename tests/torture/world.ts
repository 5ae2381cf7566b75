import { createSchedules, type Schedules } from '../../server/src/core/schedules.ts';
import { faultyPayments } from '../../server/src/core/testing/faulty-payments.ts';
import { createMcpKey } from '../../server/src/core/money/agents/create-mcp-key.ts';
import { moveTo } from '../../server/src/core/testing/paying-customer.ts';
import { NO_CAPS } from '../../server/src/core/money/agents/agent-key.rules.ts';
import { averageSeconds } from '../../server/src/core/testing/average-seconds.ts';
import { startCloud, type Cloud, type Customer } from '../../server/src/core/testing/cloud.ts';
import { addPerson, type TestPerson } from '../../server/src/core/testing/people.ts';
import { ensureMeterMark } from '../../server/src/core/money/clocks/meter-mark.store.ts';
import { TESTS_BEGIN } from '../../server/src/db/testing.ts';
import type { SimulatedEngine } from '../../server/src/engines/simulated/simulated-engine.ts';
import { hangingEngine, mortalTransactions, type Armed } from './faults.ts';
import type { History, PlanId } from './history.ts';
import { keepPrepared } from './keep-prepared.ts';
import { recordMachines } from './machine-record.ts';
import { emptyNotes, type Notes } from './notes.ts';
import { rewindable } from './rewind.ts';
import { turnableClock, type TurnableClock } from './turnable-clock.ts';
import { enginesOf } from '../../server/src/engines/engines.ts';

const HOSTS = { 'h100-sxm': [2, 2, 1], 'b200-sxm': [8] };

/** Where histories are played, one after the other. */
export interface Stage {
  readonly cloud: Cloud;
  readonly clock: TurnableClock;
  readonly armed: Armed;
  readonly rewind: () => Promise<void>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const clock = turnableClock(TESTS_BEGIN);
  const armed: Armed = { transaction: null, hangs: 0, provider: [] };
  const cloud = await startCloud({ hosts: HOSTS, clock, seconds: averageSeconds, around: mortalTransactions(armed) });
  await keepPrepared(cloud.db.pool);
  await recordMachines(cloud.db);
  // Of the moment in which a history begins.
  await cloud.db.pool.query('delete from meter_marks');
  return { cloud, clock, armed, rewind: await rewindable(cloud.db), close: () => cloud.close() };
}

export interface Player extends Customer {
  /** Owns the account. */
  readonly owner: TestPerson;
  /** Of nobody's account at first. */
  readonly member: TestPerson;
  readonly keyId: string;
  readonly cards: Map<string, string>;
}

/** One history's world. */
export interface World {
  readonly cloud: Cloud;
  readonly clock: TurnableClock;
  readonly armed: Armed;
  /** As the worker reaches them, with the faults of calls. */
  readonly engine: SimulatedEngine;
  readonly payments: Cloud['payments'];
  readonly players: readonly Player[];
  readonly hosts: { readonly id: string; readonly name: string }[];
  readonly notes: Notes;
  /** Work of another worker while a call hangs. */
  readonly beside: { work: () => Promise<void> };
  /** Of two workers. */
  readonly schedules: readonly Schedules[];
  step: number;
}

/** What is sold at first; micro-CAD an hour. Written down here, so that nobody asks the product what its prices are. */
const LIST_PRICES: readonly (readonly [PlanId, bigint])[] = [
  ['h100-sxm-x1', 3_990_000n],
  ['h100-sxm-x2', 7_980_000n],
  ['h100-sxm-x1-spot', 1_790_000n],
  ['h100-sxm-x2-spot', 3_580_000n],
];

export async function startWorld(stage: Stage, history: History): Promise<World> {
  const { cloud, clock, armed } = stage;
  Object.assign(armed, { transaction: null, hangs: 0 });
  armed.provider.length = 0;
  await stage.rewind();
  const start = new Date(history.start);
  clock.restart(start);
  await ensureMeterMark(cloud.db.sql, start);
  const notes = emptyNotes(start);
  for (const [plan, micros] of LIST_PRICES) notes.prices.push({ plan, accountId: null, micros, from: TESTS_BEGIN, setAt: TESTS_BEGIN });
  const players: Player[] = [];
  for (const cad of history.credit) players.push(await addPlayer(cloud, notes, cad));
  const { rows: hosts } = await cloud.db.pool.query<{ id: string; name: string }>('select id, name from hosts order by name');
  const beside = { work: async () => undefined };
  const engine = hangingEngine(cloud.engine, { armed, clock, meanwhile: () => beside.work() });
  const payments = faultyPayments(cloud.payments, armed.provider);
  return {
    cloud,
    clock,
    armed,
    engine,
    payments,
    players,
    hosts,
    notes,
    beside,
    schedules: [1, 2].map(() => createSchedules(cloud.ctx, { engines: enginesOf([engine]), payments })),
    step: 0,
  };
}

async function addPlayer(cloud: Cloud, notes: Notes, cad: string): Promise<Player> {
  const customer = await cloud.customer(cad);
  const { accountId } = customer.ctx;
  notes.grants.push({ accountId, micros: micros(cad), at: cloud.clock.now() });
  await moveTo(customer, 'QC');
  const owner = await addPerson(cloud.ctx, { accountId, role: 'owner' });
  const member = await addPerson(cloud.ctx, { accountId, role: null });
  const key = await createMcpKey(owner.ctx, {
    accountId,
    name: 'agent',
    readOnly: false,
    permissions: ['launch', 'delete'],
    caps: NO_CAPS,
    approvalAbove: null,
    stopAtCap: true,
  });
  return { ...customer, owner, member, keyId: key.id, cards: new Map() };
}

/** CAD as people write it, in micro-CAD. */
export function micros(cad: string): bigint {
  const [whole = '0', part = ''] = cad.replace('-', '').split('.');
  const amount = BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'));
  return cad.startsWith('-') ? -amount : amount;
}

/** What is noted must be known: whether it was done may not hang on one of our own faults. */
export async function undisturbed<T>({ armed }: World, task: () => Promise<T>): Promise<T> {
  const { transaction } = armed;
  armed.transaction = null;
  try {
    return await task();
  } finally {
    armed.transaction = transaction;
  }
}

export function playerOf(world: World, who: number): Player {
  const player = world.players[who % world.players.length];
  if (!player) throw new Error('nobody plays');
  return player;
}
