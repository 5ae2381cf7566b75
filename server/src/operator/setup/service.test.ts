import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Machine, Ran } from './machine.ts';
import { serviceOf } from './service.ts';

function machineSaying(ran: Partial<Ran>): Machine {
  return {
    isRoot: true,
    write: async () => undefined,
    run: async () => ({ code: 0, out: '', err: '', ...ran }),
    user: async () => null,
    become: async () => undefined,
  };
}

test('systemd’s words about the service are read; without systemd, or without the unit, there is none', async () => {
  const says = async (out: string) => (await serviceOf(machineSaying({ out }))).state();
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
  assert.equal(await (await serviceOf(machineSaying({ code: 1, err: 'System has not been booted with systemd' }))).state(), null);
});

test('a service that systemd refuses to start is told in systemd’s words', async () => {
  await assert.rejects(
    (await serviceOf(machineSaying({ code: 1, err: 'Job for boreal.service failed.' }))).restart(),
    /systemctl enable boreal\.service: Job for boreal\.service failed\./,
  );
});

test('a folder that the unit does not let Boreal write to is opened by a file beside the unit', async () => {
  const strict = 'ProtectSystem=strict\nReadWritePaths=-/var/backups/boreal /srv/boreal\n';
  const mayWrite = async (out: string, folder: string) => (await serviceOf(machineSaying({ out }))).mayWrite(folder);
  assert.equal(await mayWrite(strict, '/var/backups/boreal'), true);
  assert.equal(await mayWrite(strict, '/srv/boreal/backups'), true);
  assert.equal(await mayWrite(strict, '/srv/boreal-2'), false);
  assert.equal(await mayWrite('ProtectSystem=strict\nReadWritePaths=\n', '/mnt/backups'), false);
  assert.equal(await mayWrite('ProtectSystem=no\n', '/mnt/backups'), true);
  const written: string[] = [];
  const ran: string[] = [];
  const machine: Machine = {
    ...machineSaying({}),
    write: async (path, text) => void written.push(path, text),
    run: async (program, args) => (ran.push([program, ...args].join(' ')), { code: 0, out: '', err: '' }),
  };
  const service = await serviceOf(machine);
  ran.length = 0;
  await service.letWrite('/mnt/backups');
  assert.deepEqual(written, [
    '/etc/systemd/system/boreal.service.d/backups.conf',
    '# By boreal setup: where backups go.\n[Service]\nReadWritePaths=-/mnt/backups\n',
  ]);
  assert.deepEqual(ran, ['systemctl daemon-reload']);
});

test('where several processes run, they are restarted, and never the one that would end them', async () => {
  const ran: string[] = [];
  const machine: Machine = {
    ...machineSaying({}),
    run: async (program, args) => {
      ran.push([program, ...args].join(' '));
      const out =
        args[0] === 'list-units'
          ? 'boreal-api@8081.service loaded active running Boreal, API\nboreal-worker@1.service loaded active running Boreal, worker\n'
          : '';
      return { code: 0, out, err: '' };
    },
  };
  const service = await serviceOf(machine);
  assert.deepEqual([service.units, service.port], [['boreal-api@8081.service', 'boreal-worker@1.service'], 8081]);
  await service.restart();
  assert.deepEqual(ran.slice(1), [
    'systemctl enable boreal-api@8081.service boreal-worker@1.service',
    'systemctl restart boreal-api@8081.service boreal-worker@1.service',
  ]);
});
