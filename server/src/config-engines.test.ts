import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { problemsOf } from './config-kit.ts';
import { readConfig } from './config.ts';

test('an Incus at an https address needs its certificates, and real machines run at the speed of time', () => {
  const incus = { BOREAL_ENGINE: 'incus', INCUS_URL: 'https://gpu-1.example:8443' };
  assert.throws(() => readConfig(incus), /INCUS_CLIENT_CERT_FILE:.*\n.*INCUS_CLIENT_KEY_FILE:.*\n.*INCUS_SERVER_CERT_FILE:/);
  assert.throws(() => readConfig({ BOREAL_ENGINE: 'incus', BOREAL_TIME_SCALE: '60' }), /BOREAL_TIME_SCALE:/);
  assert.throws(() => readConfig({ BOREAL_ENGINE: 'incus', INCUS_URL: 'http://gpu-1.example' }), /INCUS_URL:/);
  assert.equal(incusOf({}).url, 'unix:///var/lib/incus/unix.socket');
  assert.equal(incusOf({ INCUS_STORAGE_POOL: 'nvme' }).workPool, 'nvme');
  assert.deepEqual(incusOf({ INCUS_DISK_MB_PER_CPU: '100' }).guests, {
    processesPerCpu: 2048,
    diskMbPerCpu: 100,
    networkMbitPerCpu: null,
    nesting: false,
  });
  assert.throws(() => readConfig({ INCUS_PROCESSES_PER_CPU: '0' }), /INCUS_PROCESSES_PER_CPU:/);
  assert.throws(() => readConfig({ INCUS_GPU_CLEANER: 'clean' }), /INCUS_GPU_CLEANER:/);
  assert.throws(() => readConfig({ INCUS_DENIED_NETWORKS: 'here' }), /INCUS_DENIED_NETWORKS:/);
});

test('an OpenStack needs to be named, and what is said of it is read as its own programs do', () => {
  const read = (env: Readonly<Record<string, string>>) => readConfig({ BOREAL_ENGINE: 'openstack', ...env }).engines[0];
  assert.throws(() => read({}), /OS_CLOUD:.*OS_AUTH_URL/);
  assert.throws(() => read({ OS_CLOUD: 'lab', OPENSTACK_FLAVORS: 'h100' }), /OPENSTACK_FLAVORS:/);
  assert.throws(() => read({ OS_CLOUD: 'lab', OPENSTACK_PROBE_FROM: 'here' }), /OPENSTACK_PROBE_FROM:/);
  assert.throws(() => read({ OS_CLOUD: 'lab', BOREAL_TIME_SCALE: '60' }), /BOREAL_TIME_SCALE:/);
  const engine = read({ OS_AUTH_URL: 'https://c.example', OS_USERNAME: 'u', OPENSTACK_GPU_ALIASES: 'h100-sxm=h100, l4=l4' });
  assert.ok(engine?.kind === 'openstack');
  assert.deepEqual(
    engine.openstack.gpuAliases,
    new Map([
      ['h100-sxm', 'h100'],
      ['l4', 'l4'],
    ]),
  );
  assert.partialDeepStrictEqual(engine.openstack, {
    cloud: null,
    whose: 'theirs',
    words: { auth_url: 'https://c.example', username: 'u' },
  });
  const two = { BOREAL_ENGINES: 'a=openstack,b=openstack', OS_CLOUD: 'lab' };
  assert.throws(() => readConfig(two), /a and b are one project of one OpenStack/);
  const [a, b] = readConfig({ ...two, A_OS_REGION_NAME: 'One', B_OS_REGION_NAME: 'Two', B_OPENSTACK_CLOUD: 'ours' }).engines;
  assert.ok(a?.kind === 'openstack' && b?.kind === 'openstack');
  assert.deepEqual([a.openstack.whose, b.openstack.whose, b.openstack.cloud], ['theirs', 'ours', 'lab']);
  assert.throws(() => readConfig({ ...two, C_OS_CLOUD: 'lab' }), /C_OS_CLOUD: BOREAL_ENGINES names no engine/);
});

describe('several engines', () => {
  const two = { BOREAL_ENGINES: 'incus, toronto-2=incus,lab=simulated', TORONTO_2_INCUS_URL: 'unix:///run/toronto.sock' };
  test('are named, and what one does not say of itself is as the plain settings say, but for what no two share', () => {
    const { engines } = readConfig({ ...two, INCUS_NETWORK: 'br1', INCUS_BACKUP_TARGET: 'box', TORONTO_2_INCUS_STORAGE_POOL: 'nvme' });
    assert.deepEqual(
      engines.map(({ name, kind }) => [name, kind]),
      [
        ['incus', 'incus'],
        ['toronto-2', 'incus'],
        ['lab', 'simulated'],
      ],
    );
    const [first, second] = engines.flatMap((engine) => (engine.kind === 'incus' ? [engine.incus] : []));
    assert.deepEqual([first?.network, first?.storagePool, first?.backupTarget], ['br1', 'default', 'box']);
    assert.deepEqual([second?.network, second?.storagePool, second?.workPool, second?.backupTarget], ['br1', 'nvme', 'nvme', null]);
    assert.deepEqual([first?.url, second?.url], ['unix:///var/lib/incus/unix.socket', 'unix:///run/toronto.sock']);
  });

  test('one engine is as it always was', () => {
    assert.deepEqual(readConfig({}).engines, [{ name: 'simulated', kind: 'simulated' }]);
    assert.deepEqual(readConfig({ BOREAL_ENGINES: 'incus' }).engines, readConfig({ BOREAL_ENGINE: 'incus' }).engines);
  });

  for (const [what, env, message] of [
    ['both settings', { BOREAL_ENGINE: 'incus', BOREAL_ENGINES: 'incus' }, /BOREAL_ENGINES: .*leave BOREAL_ENGINE out/],
    ['no engine', { BOREAL_ENGINES: ',' }, /BOREAL_ENGINES: must name an engine/],
    ['a name without a kind', { BOREAL_ENGINES: 'toronto' }, /“toronto” says no kind of engine; write NAME=KIND/],
    ['an unknown kind', { BOREAL_ENGINES: 'toronto=xen' }, /“toronto=xen” says no kind/],
    ['a name that cannot be one', { BOREAL_ENGINES: 'Toronto=simulated' }, /“Toronto” cannot be a name/],
    ['a name of another kind', { BOREAL_ENGINES: 'incus=simulated' }, /an engine that is named incus is of that kind/],
    ['one name twice', { BOREAL_ENGINES: 'a=simulated,a=simulated' }, /two engines are named a/],
    ['an Incus without an address', { BOREAL_ENGINES: 'incus,tor=incus' }, /TOR_INCUS_URL: the engine tor needs an address of its own/],
    [
      'one Incus twice',
      { BOREAL_ENGINES: 'incus,tor=incus', TOR_INCUS_URL: 'unix:///var/lib/incus/unix.socket' },
      /incus and tor are one Incus/,
    ],
    ['a setting of nobody', { ...two, TORRONTO_INCUS_NETWORK: 'br2' }, /TORRONTO_INCUS_NETWORK: BOREAL_ENGINES names no engine/],
    [
      'a setting that does not exist',
      { ...two, TORONTO_2_INCUS_NETWROK: 'br2' },
      /TORONTO_2_INCUS_NETWROK: there is no setting INCUS_NETWROK/,
    ],
    ['a wrong value', { ...two, TORONTO_2_INCUS_PROCESSES_PER_CPU: '1' }, /TORONTO_2_INCUS_PROCESSES_PER_CPU: /],
    [
      'no certificates',
      { BOREAL_ENGINES: 'tor=incus', TOR_INCUS_URL: 'https://a.example' },
      /TOR_INCUS_SERVER_CERT_FILE: an Incus at an https/,
    ],
    ['a fast clock', { ...two, BOREAL_TIME_SCALE: '60' }, /BOREAL_TIME_SCALE: real machines/],
  ] as const) {
    test(`are refused with a sentence: ${what}`, () => assert.match(problemsOf(env), message));
  }
});

/** The settings of the only engine, an Incus. */
function incusOf(env: Readonly<Record<string, string>>) {
  const [engine] = readConfig({ BOREAL_ENGINE: 'incus', ...env }).engines;
  assert.ok(engine?.kind === 'incus');
  return engine.incus;
}
