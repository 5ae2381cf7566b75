import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Machine, Ran } from './machine.ts';
import { serviceOf } from './service.ts';

function machineSaying(ran: Partial<Ran>): Machine {
  return { isRoot: true, run: async () => ({ code: 0, out: '', err: '', ...ran }), user: async () => null, become: async () => undefined };
}

test('systemd’s words about the service are read; without systemd, or without the unit, there is none', async () => {
  const says = (out: string) => serviceOf(machineSaying({ out })).state();
  assert.deepEqual(await says('LoadState=loaded\nActiveState=active\nUnitFileState=enabled\nActiveEnterTimestamp=@1700000000\n'), {
    runs: true,
    enabled: true,
    since: new Date(1_700_000_000_000),
  });
  assert.deepEqual(await says('LoadState=loaded\nActiveState=failed\nUnitFileState=disabled\nActiveEnterTimestamp=\n'), {
    runs: false,
    enabled: false,
    since: null,
  });
  assert.equal(await says('LoadState=not-found\nActiveState=inactive\n'), null);
  assert.equal(await serviceOf(machineSaying({ code: 1, err: 'System has not been booted with systemd' })).state(), null);
});

test('a service that systemd refuses to start is told in systemd’s words', async () => {
  await assert.rejects(
    serviceOf(machineSaying({ code: 1, err: 'Job for boreal.service failed.' })).restart(),
    /systemctl enable boreal\.service: Job for boreal\.service failed\./,
  );
});
