import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { answerSignal, usualAnswers, type AnswerLimits } from '../../../engines/answer-limits.ts';
import type { Engine } from '../../../engines/engine.ts';
import { enginesOf } from '../../../engines/engines.ts';
import { SECOND_MS } from '../../../kit/clock.ts';
import { startCloud } from '../../testing/cloud.ts';
import { systemActor } from '../../ground/ctx.ts';
import { requireAdoptable } from '../adoption/require-adoptable.ts';
import { holdForUnknown } from '../adoption/hold-for-unknown.ts';
import { createStraySweep } from '../backups/remove-backups.ts';
import { createOrphanSweep } from '../lifecycle/watch/remove-orphans.ts';
import { watchMachine } from '../lifecycle/watch/watch-machines.ts';
import { createConsolePlaces } from '../servers/console/console-places.ts';
import { makeConsoleLink, openConsole } from '../servers/console/console-link.ts';
import { listLeftovers, removeLeftovers } from './leftovers.ts';
import { listOrphans } from './orphans.ts';

const slow: AnswerLimits = {
  work: 5000 * SECOND_MS,
  look: 1000 * SECOND_MS,
  hosts: 2000 * SECOND_MS,
  list: 3000 * SECOND_MS,
  check: 4000 * SECOND_MS,
};

const kinds: Readonly<Record<string, keyof AnswerLimits>> = {
  list: 'list',
  listBackups: 'list',
  leftovers: 'list',
  observe: 'look',
  inspect: 'look',
  console: 'look',
  removeLeftover: 'work',
};

/** The time limit for which each signal was made, in milliseconds. */
function limitsOf(t: TestContext): (signal: unknown) => number | undefined {
  const { mock } = t.mock.method(AbortSignal, 'timeout');
  return (signal) => mock.calls.find(({ result }) => result === signal)?.arguments[0];
}

test('an engine that takes its time is waited for as long as it says, whoever asks', async (t) => {
  const limitOf = limitsOf(t);
  const cloud = await startCloud({ hosts: { l4: [2] } });
  t.after(() => cloud.close());
  const customer = await cloud.customer('100');
  const [id, deleted] = [await customer.deploy('l4-x1'), await customer.deploy('l4-x1')];
  await cloud.settle();
  await customer.remove(deleted);
  await cloud.settle();
  await cloud.engine.plantLeftover({ kind: 'disk', name: deleted, serverId: deleted, hostName: null });

  const given: { call: string; limit: number | undefined }[] = [];
  const engine = new Proxy<Engine>(cloud.engine, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name === 'answers') return slow;
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]): unknown => {
        given.push({ call: String(name), limit: limitOf(args.at(-1)) });
        return Reflect.apply(member, target, args);
      };
    },
  });
  const { ctx } = cloud;
  await listLeftovers(ctx, engine);
  await removeLeftovers(ctx, engine, [`disk/${deleted}`]);
  await listOrphans(ctx, engine);
  await holdForUnknown(ctx, engine, [id]);
  await requireAdoptable(ctx.db.sql, engine, { id, asHourly: true });
  await createStraySweep(ctx, engine)();
  await createOrphanSweep(ctx, engine)();
  await watchMachine(ctx, engine, id);
  const { token } = await makeConsoleLink({ ...customer.ctx, actor: systemActor }, { serverId: id });
  const { stream } = await openConsole(ctx, { token }, { engines: enginesOf([engine]), places: createConsolePlaces() });
  stream.destroy();

  assert.deepEqual(new Set(given.map(({ call }) => call)), new Set(Object.keys(kinds)));
  for (const { call, limit } of given) assert.equal(limit, slow[kinds[call] ?? 'work'], call);
});

test('who has more time than an engine takes keeps it', (t) => {
  const limitOf = limitsOf(t);
  assert.equal(limitOf(answerSignal({ answers: usualAnswers }, 'look', { atLeastMs: 10 * SECOND_MS })), 10 * SECOND_MS);
});
