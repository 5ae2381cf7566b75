import assert from 'node:assert/strict';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { call, expectData } from '../testing/boreal-process-client.ts';
import { operator, runCommand } from '../testing/boreal-process-command.ts';
import type { BorealProcess } from '../testing/boreal-process.ts';
import { servedBoreal } from '../testing/first-server.ts';

describe('the demo of a first start', () => {
  const own = servedBoreal();

  const restart = async () => {
    assert.deepEqual(await own.boreal.end('SIGTERM'), { code: 0, signal: null });
    own.boreal = await own.home.start();
  };

  test('the first start writes demo.json for its owner alone: three customers with 1000, 1 and 0 CAD, and an operator', async () => {
    const demo = await own.home.demo();
    assert.equal((await stat(join(own.home.dataDir, 'demo.json'))).mode & 0o777, 0o600);
    assert.equal((await stat(join(own.home.dataDir, 'database.json'))).mode & 0o777, 0o600);
    assert.equal(demo.siteUrl, `http://localhost:${own.boreal.port}`);
    assert.equal(demo.baseUrl, own.boreal.baseUrl);
    assert.deepEqual(
      demo.customers.map(({ balance }) => balance),
      [1000, 1, 0],
    );
    const secrets = [demo.operator, ...demo.customers].flatMap((one) =>
      Object.entries(one).flatMap(([name, value]) => (/key|password/i.test(name) ? [value] : [])),
    );
    assert.equal(new Set(secrets).size, 13, 'no two secrets are alike');
    const balances = demo.customers.map(async ({ restKey }) => {
      const summary = await expectData(
        own.boreal,
        { path: '/credits?summary=1', key: restKey },
        { data: z.object({ balance: z.number() }) },
      );
      return summary.balance;
    });
    assert.deepEqual(await Promise.all(balances), [1000 - 1.09, 1, 0], 'of the first has gone one hour of the server');
    assert.match(own.boreal.stdout(), new RegExp(demo.customers[2].restKey));
  });

  test('the three commands that it prints work as they stand', async (t) => {
    const commands =
      own.boreal
        .stdout()
        .split('Try:')[1]
        ?.split('\n')
        .map((line) => line.trim())
        .filter((line) => /^(BOREAL_DATA_DIR=\S+ )?(curl|npm) /.test(line)) ?? [];
    assert.equal(commands.length, 3);
    for (const command of commands) {
      if (command.startsWith('curl') && (await runCommand('sh', ['-c', 'command -v curl'])).code !== 0) {
        t.diagnostic(`not tried, because there is no curl here: ${command}`);
        continue;
      }
      const result = await runCommand('sh', ['-c', command]);
      assert.equal(result.code, 0, `${command}\n${result.stderr}`);
      if (command.startsWith('curl'))
        assert.ok(z.object({ data: z.object({}) }).safeParse(JSON.parse(result.stdout)).success, result.stdout);
      else assert.match(result.stdout, /Every check holds/);
    }
  });

  test('a lost demo.json is written again with new keys that work', async () => {
    const lost = await own.home.demo();
    await rm(join(own.home.dataDir, 'demo.json'));
    await restart();
    const found = await own.home.demo();
    assert.deepEqual(
      found.customers.map(({ accountId, email, balance }) => [accountId, email, balance]),
      lost.customers.map(({ accountId, email, balance }) => [accountId, email, balance]),
    );
    await assertKeysWork(own.boreal, found.customers);
    for (const [n, customer] of found.customers.entries()) {
      assert.notEqual(customer.restKey, lost.customers[n]?.restKey);
      assert.notEqual(customer.password, lost.customers[n]?.password);
    }
    await own.serverIsThere();
  });

  test('demo keys that have expired are renewed at the next start', async () => {
    const old = await own.home.demo();
    await own.home.inDatabase((db) =>
      db.sql
        .updateTable('apiKeys')
        .set({ expiresAt: new Date('2020-01-01T00:00:00Z') })
        .execute(),
    );
    await restart();
    const { customers, operator: person } = await own.home.demo();
    assert.deepEqual(person, old.operator);
    await assertKeysWork(own.boreal, customers);
    for (const [n, customer] of customers.entries()) assert.equal(customer.password, old.customers[n]?.password);
    assert.equal((await call(own.boreal, { path: '/servers', key: old.customers[0].restKey })).status, 401);
  });

  test('a customer who has closed their account keeps the demo from nothing, and gets no new keys', async () => {
    const [, , left] = (await own.home.demo()).customers;
    const closed = await operator({ BOREAL_DATA_DIR: own.home.dataDir }, 'account', 'close', left.accountId, '--name', left.name);
    assert.equal(closed.code, 0, closed.stderr);
    await restart();
    assert.deepEqual((await own.home.demo()).customers[2], left);
    assert.equal((await call(own.boreal, { path: '/credits', key: left.restKey })).status, 401);
    await own.serverIsThere();
  });
});

async function assertKeysWork(
  boreal: BorealProcess,
  customers: readonly { restKey: string; readOnlyKey: string; mcpKey: string }[],
): Promise<void> {
  for (const { restKey, readOnlyKey, mcpKey } of customers) {
    assert.equal((await call(boreal, { path: '/credits', key: restKey })).status, 200);
    assert.equal((await call(boreal, { path: '/credits', key: readOnlyKey })).status, 200);
    assert.equal((await call(boreal, { path: '/credits', key: mcpKey })).status, 401, 'an MCP key is for agents');
  }
}
