import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { lab as furniture } from '../../../../dev/incus/furnish.ts';
import { whyNoLab, type Lab } from '../../../../dev/incus/lab.ts';
import { systemClock } from '../../kit/clock.ts';
import { missingInIncus } from './check-incus.ts';
import { createIncusClient, type IncusClient } from './incus-client.ts';
import { labLayout } from './testing/lab-layout.ts';
import { startTestLab } from './testing/test-lab.ts';

const why = await whyNoLab();
const { signal } = new AbortController();
const layout = labLayout('me');

/** Takes the place of the network's dnsmasq as soon as that has ended. */
const HOLDER = `const hold = () => require('net').createServer().listen(53, '10.77.0.1').on('error', () => setTimeout(hold, 2)); hold();`;

describe('what keeps machines from being made', why === null ? {} : { skip: why }, () => {
  let lab: Lab;
  let client: IncusClient;
  before(async () => {
    lab = await startTestLab();
    client = createIncusClient({ socketPath: lab.socketPath }, { clock: systemClock(), project: 'default' });
  });
  after(async () => {
    client.close();
    await lab.stop();
  });

  test('is nothing where all is there, and a network that Incus could not start', async () => {
    assert.deepEqual(await missing(), []);
    const holder = spawn('nsenter', ['--target', String(lab.pid), '--net', process.execPath, '-e', HOLDER]);
    try {
      await lab.killIncus();
      assert.deepEqual(await untilUp(), [
        `Incus could not start the network ${furniture.network}, and tries again each minute. Its log says why: journalctl -u incus`,
      ]);
    } finally {
      holder.kill();
    }
    await lab.killIncus();
    assert.deepEqual(await untilUp(), []);
  });

  function missing(): Promise<readonly string[]> {
    const wanted = { images: [], machineTypes: [], hosts: [] };
    return missingInIncus({ client, layout, hosts: async () => [] }, wanted, signal);
  }

  /** Incus answers before its networks are up; it has tried to start them once it waits for nothing more. */
  async function untilUp(): Promise<readonly string[]> {
    for (;;) {
      try {
        await client.text('/internal/ready', signal);
        return await missing();
      } catch {
        await sleep(100);
      }
    }
  }
});
