import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { listHosts } from '../core/fleet/capacity/hosts/list-hosts.ts';
import { startCloud, type Cloud } from '../core/testing/cloud.ts';
import { EngineSilent } from '../engines/engine.ts';
import type { EngineFindings, OpenEngine } from './open-engine.ts';
import { checkEngines, nameEngines } from './open-engines.ts';

describe('a start with several engines', () => {
  let cloud: Cloud;
  beforeEach(async () => {
    cloud = await startCloud({ hosts: { l4: [2] }, beside: { toronto: { l4: [2] } } });
  });
  afterEach(() => cloud.close());

  const safe = { missing: [], unsafe: [] };
  const unsafe = { missing: [], unsafe: ['Guests reach the host.'] };
  const opened = (finds: Readonly<Record<string, EngineFindings | 'silent'>>): OpenEngine[] =>
    Object.entries(finds).map(([name, found]) => ({
      engine: cloud.engines.of({ engine: name }),
      check: async () => {
        if (found === 'silent') throw new EngineSilent('no_answer', `${name} is down.`);
        return found;
      },
      checkImages: async () => [],
      tryReach: async () => null,
      strict: true,
      close: () => undefined,
    }));
  const check = (finds: Readonly<Record<string, EngineFindings | 'silent'>>) =>
    checkEngines(opened(finds), { mode: 'production', ctx: cloud.ctx });
  const whys = async () => Object.fromEntries((await listHosts(cloud.db.sql)).map(({ engine, silentWhy }) => [engine, silentWhy]));

  test('withholds one that is unsafe or down, says so by its name, and sells the others', async () => {
    for (const [found, why, said] of [
      [unsafe, 'unsafe', /^$/],
      ['silent', 'unchecked', /toronto is down\. Nothing is sold on it/],
    ] as const) {
      const { engines, told } = await check({ simulated: safe, toronto: found });
      assert.deepEqual(await whys(), { simulated: null, toronto: why });
      assert.match(told.find(({ name }) => name === 'toronto')?.missing.join() ?? '?', said);
      const [host] = await engines.of({ engine: 'toronto' }).hosts(new AbortController().signal);
      assert.equal(host?.withheld, why);
    }
  });

  test('is refused when no engine is safe, with the sentences of each', async () => {
    await assert.rejects(
      check({ simulated: unsafe, toronto: unsafe }),
      /engine simulated cannot be rented[^]*engine toronto cannot be rented/,
    );
  });

  test('tells of one that the configuration lost, and sells nothing on it', async () => {
    const { engines, told } = await check({ simulated: safe });
    assert.deepEqual(await whys(), { simulated: null, toronto: 'engine_not_asked' });
    assert.match(told.find(({ name }) => name === 'toronto')?.missing.join() ?? '', /has no engine toronto, .* nothing is removed/);
    assert.deepEqual(
      engines.all.map(({ name }) => name),
      ['simulated', 'toronto'],
    );
  });

  test('is refused when a name has become another kind of engine', async () => {
    const toronto = { name: 'toronto', kind: 'simulated' } as const;
    await nameEngines([toronto], cloud.ctx);
    await cloud.db.sql.updateTable('engines').set({ kind: 'incus' }).where('name', '=', 'toronto').execute();
    await assert.rejects(nameEngines([toronto], cloud.ctx), /The engine toronto was incus until now/);
  });
});
