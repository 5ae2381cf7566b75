import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../../config.ts';
import { startCloud, type Cloud } from '../../../core/testing/cloud.ts';
import { releaseGpu } from '../../../core/fleet/capacity/gpus/set-gpu-aside.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/clock.ts';
import { createAnswers } from '../answers.ts';
import { openSettingsFile } from '../settings-file.ts';
import type { Setup } from '../step.ts';
import { firstServerStep } from './first-server.step.ts';

const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHhXmYhLDhRBnJoLzDsLDBKXJwTZ8bPvMCzv0cHyDkYQ box';

describe('the first server, while setup waits for it', () => {
  let cloud: Cloud;
  let said: string[];
  beforeEach(async () => {
    cloud = await startCloud({ hosts: { 'h200-sxm': [2] } });
    await cloud.customer('50');
    said = [];
  });
  afterEach(() => cloud.close());

  /** A machine on which all is set up but this; its GPUs are those of the cloud. */
  const setup = (onSaid: (text: string) => void = () => undefined): Setup => {
    const say = (text: string) => {
      said.push(text);
      onSaid(text);
    };
    const config = readConfig({ BOREAL_ENGINE: 'incus', DATABASE_URL: cloud.db.url });
    return {
      answers: createAnswers({ flags: {}, file: {}, environment: {}, keyboard: null, say, unchecked: false }),
      settings: openSettingsFile('/nonexistent/boreal.env', { groupId: null }),
      machine: {
        isRoot: false,
        run: async (program) => ({ code: 0, out: program === 'journalctl' ? '{"msg":"a machine did not start"}\n' : '', err: '' }),
        write: () => assert.fail(),
        user: async () => null,
        become: () => assert.fail(),
      },
      outside: { site: async () => null, mail: async () => null, stripe: async () => null, database: async () => null },
      publicKey: PUBLIC_KEY,
      preview: false,
      signal: new AbortController().signal,
      say,
      config: async () => config,
      ctx: async () => cloud.ctx,
      notes: [],
    };
  };
  /** Does what the step has planned, while `meanwhile` goes on again and again. */
  async function run(one: Setup, meanwhile: () => Promise<void>): Promise<void> {
    const { changes } = await firstServerStep.plan(one);
    assert.equal(changes.length, 1);
    const end = new AbortController();
    const done = Promise.resolve(changes[0]?.run()).finally(() => end.abort());
    done.catch(() => undefined);
    while (!end.signal.aborted) {
      await meanwhile();
      await sleep(20);
    }
    await done;
  }

  test('when no GPU is left to try, it says so with how each goes back on sale, and the next setup ends with a server', async () => {
    const hosts = await cloud.db.sql.selectFrom('hosts').select(['id', 'name']).execute();
    const [host] = hosts;
    assert.ok(host);
    for (const slot of [0, 1]) await cloud.engine.faults.gpuDies({ hostName: host.name, slot });
    await assert.rejects(
      run(setup(), () => cloud.pass(SECOND_MS)),
      (error: Error) => {
        assert.match(
          error.message,
          /^The first server has not come up, and no GPU is left to try\. The end of Boreal's log:\na machine did not start\nFix what it says, put the GPUs back on sale, and run setup again\.\n/,
        );
        assert.deepEqual(
          error.message.split('\n').slice(-2),
          [0, 1].map((slot) => `  npm run operator -- gpu release ${host.name} ${slot}`),
        );
        return true;
      },
    );
    assert.deepEqual(said.map((text) => /GPU (\d) of \S+ is set aside\. \S/.exec(text)?.[1]).toSorted(), ['0', '1'], said.join('\n'));

    // Nobody hurries: by then the server was given up.
    await cloud.settle();
    await cloud.engine.faults.clear();
    for (const slot of [0, 1])
      await releaseGpu({ ...cloud.ctx, actor: { type: 'operator', id: null, name: 'root' } }, { hostId: host.id, slot });
    const again = setup();
    await run(again, () => cloud.pass(SECOND_MS));
    assert.match(again.notes.join(), /^The first server answers: ssh /);
    await cloud.settle();
    const servers = await cloud.db.sql.selectFrom('servers').select('status').orderBy('createdAt').execute();
    assert.deepEqual(
      servers.map(({ status }) => status),
      ['DELETED', 'ACTIVE'],
    );
    assert.deepEqual((await firstServerStep.plan(setup())).changes, []);
  });

  test('a server that was given up before setup looked is told of by the GPUs that have to go back on sale, too', async () => {
    const hosts = await cloud.db.sql.selectFrom('hosts').select(['name']).execute();
    const [host] = hosts;
    assert.ok(host);
    for (const slot of [0, 1]) await cloud.engine.faults.gpuDies({ hostName: host.name, slot });
    const isProvisioning = async () =>
      (await cloud.db.sql.selectFrom('servers').select('status').executeTakeFirst())?.status === 'PROVISIONING';
    const givenUp = async () => {
      for (let left = 600; left > 0 && (await isProvisioning()); left -= 1) await cloud.pass(SECOND_MS);
    };
    await assert.rejects(run(setup(), givenUp), /no GPU is left to try[^]*gpu release/);
  });

  test('that takes longer than usual is told of once, with the end of the log, and waited for', async () => {
    const one = setup();
    await run(one, async () => {
      const servers = await cloud.db.sql.selectFrom('servers').select('id').execute();
      if (servers.length === 0) return;
      if (said.length === 0) cloud.clock.advance(MINUTE_MS / 4);
      else await cloud.settle();
    });
    assert.deepEqual(said, ["  This takes longer than usual; setup goes on waiting. The end of Boreal's log:\na machine did not start"]);
    assert.match(one.notes.join(), /^The first server answers: ssh /);
  });
});
