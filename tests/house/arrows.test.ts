import assert from 'node:assert/strict';
import { matchesGlob } from 'node:path/posix';
import { test } from 'node:test';
import { importsOf, readSources, type Source } from './sources.ts';

/**
 * The rooms of the house and the arrows between them, as drawn in ARCHITECTURE.md: a file may import from its own room and from the
 * rooms that its arrows point to. A file belongs to the first room whose place matches its path.
 */
const FOUNDATION = ['contract', 'kit'];
const BELOW_CORE = [...FOUNDATION, 'db', 'engine port', 'payments port', 'mail'];
/** The floors of core, from the bottom: each imports those below it. */
const FLOORS = ['ground', 'money', 'fleet', 'commerce'] as const;
const BELOW_DOORS = [...BELOW_CORE, ...FLOORS, 'core'];
const BELOW_HTTP_DOORS = [...BELOW_DOORS, 'door'];
const WHOLE_SERVER = [
  ...BELOW_HTTP_DOORS,
  'engine parts',
  'simulated engine',
  'incus engine',
  'openstack engine',
  'gpu exporter',
  'payment providers',
  'identity port',
  'identity providers',
  'http',
  'mcp',
  'web',
  'site',
  'worker',
  'demo',
  'metrics',
  'traces',
  'config',
];
/** What helps to test what lies below the engines, the engines, and all above. */
const TEST_KIT = ['foundation kit', 'engine kit', 'test kit', 'dev'];
const FOUNDATION_KIT_FILES = ['server/src/{kit,db}/testing.ts', 'server/src/db/testing/**', 'server/src/kit/hand-clock.ts'];
const ENGINE_KIT_FILES = [
  'server/src/engines/**/testing/**',
  'server/src/engines/**/testing.ts',
  'server/src/engines/**/*-kit.ts',
  'server/src/engines/conformance*.ts',
];
const TEST_FILES = [
  'server/src/**/testing/**',
  'server/src/**/testing.ts',
  'server/src/**/test-*.ts',
  'server/src/payments/conformance.ts',
];

const ROOMS: readonly Room[] = [
  // Used by tests only, and never shipped. They come first: their files are in the rooms that they help to test.
  { name: 'foundation kit', at: FOUNDATION_KIT_FILES, mayImport: [...FOUNDATION, 'db'] },
  // An engine is tested through its port, and by nothing above it.
  {
    name: 'engine kit',
    at: ENGINE_KIT_FILES,
    mayImport: [
      ...FOUNDATION,
      'engine port',
      'engine parts',
      'simulated engine',
      'incus engine',
      'openstack engine',
      'foundation kit',
      'dev',
    ],
  },
  { name: 'test kit', at: TEST_FILES, mayImport: [...WHOLE_SERVER, 'operator', 'operator setup', ...TEST_KIT] },
  // A disposable Incus and a disposable OpenStack, for tests and development.
  { name: 'dev', at: ['dev/**'], mayImport: [...FOUNDATION, 'incus engine', 'openstack engine'] },

  { name: 'contract', at: ['contract/**'], mayImport: [], packages: ['zod'] },
  { name: 'kit', at: ['server/src/kit/**'], mayImport: ['contract'] },
  { name: 'db', at: ['server/src/db/**'], mayImport: FOUNDATION },
  {
    name: 'engine port',
    at: [
      'server/src/engines/answer-limits.ts',
      'server/src/engines/engine.ts',
      'server/src/engines/engine-hosts.ts',
      'server/src/engines/engines.ts',
      'server/src/engines/engine-stores.ts',
      'server/src/engines/gpu-exporter.ts',
      'server/src/engines/holder-record.ts',
    ],
    mayImport: FOUNDATION,
  },
  { name: 'engine parts', at: ['server/src/engines/parts/**'], mayImport: [...FOUNDATION, 'engine port'] },
  { name: 'simulated engine', at: ['server/src/engines/simulated/**'], mayImport: [...FOUNDATION, 'engine port'] },
  { name: 'incus engine', at: ['server/src/engines/incus/**'], mayImport: [...FOUNDATION, 'engine port', 'engine parts'] },
  { name: 'gpu exporter', at: ['server/src/engines/dcgm/**'], mayImport: [...FOUNDATION, 'engine port'] },
  {
    name: 'openstack engine',
    at: ['server/src/engines/openstack/**'],
    mayImport: [...FOUNDATION, 'engine port', 'engine parts'],
  },
  { name: 'mail', at: ['server/src/mail/**'], mayImport: FOUNDATION },
  { name: 'payments port', at: ['server/src/payments/port.ts'], mayImport: FOUNDATION },
  { name: 'payment providers', at: ['server/src/payments/{sandbox,stripe}/**'], mayImport: [...FOUNDATION, 'payments port'] },

  { name: 'identity port', at: ['server/src/identity/port.ts'], mayImport: FOUNDATION },
  { name: 'identity providers', at: ['server/src/identity/**'], mayImport: [...FOUNDATION, 'identity port'] },

  ...FLOORS.map((name, height): Room => ({
    name,
    at: [`server/src/core/${name}/**`],
    mayImport: [...BELOW_CORE, ...FLOORS.slice(0, height)],
  })),
  // Joins the floors: injects into each what it needs from one above.
  { name: 'core', at: ['server/src/core/*.ts'], mayImport: [...BELOW_CORE, ...FLOORS] },

  // What the doors that speak HTTP and JSON share, and the endpoints that several of them serve.
  { name: 'door', at: ['server/src/door/**'], mayImport: BELOW_DOORS },

  // The doors. None imports another; what one needs from another (the worker purges the idempotency keys of the doors) goes through
  // wire.
  { name: 'http', at: ['server/src/http/**'], mayImport: BELOW_HTTP_DOORS },
  { name: 'mcp', at: ['server/src/mcp/**'], mayImport: BELOW_DOORS },
  { name: 'web', at: ['server/src/web/**'], mayImport: [...BELOW_HTTP_DOORS, 'identity port'] },
  { name: 'site', at: ['server/src/site/**'], mayImport: BELOW_HTTP_DOORS },
  { name: 'worker', at: ['server/src/worker/**'], mayImport: BELOW_DOORS },
  { name: 'demo', at: ['server/src/demo/**'], mayImport: BELOW_DOORS },
  { name: 'metrics', at: ['server/src/metrics/**'], mayImport: BELOW_DOORS },
  { name: 'traces', at: ['server/src/traces/**'], mayImport: FOUNDATION },
  // Sets a machine up by what the operator's other commands do, and asks Incus and Stripe before there is a Boreal that could.
  {
    name: 'operator setup',
    at: ['server/src/operator/setup.commands.ts', 'server/src/operator/setup/**'],
    mayImport: [...BELOW_DOORS, 'config', 'engines opened', 'incus engine', 'payment providers', 'operator'],
  },
  // A program of its own beside the running server, so it reads the configuration itself.
  {
    name: 'operator',
    at: ['server/src/operator/**'],
    mayImport: [...BELOW_DOORS, 'config', 'engines opened', 'identity providers', 'operator setup'],
  },

  {
    name: 'config',
    at: ['server/src/config.ts', 'server/src/config-{backups,engines,identities,openstack,traces,unread}.ts'],
    mayImport: ['contract', 'kit', 'mail'],
  },
  // Builds the engine that the configuration names, for wire and for the operator's command.
  {
    name: 'engines opened',
    at: ['server/src/start/open-engine.ts', 'server/src/start/start-refused.ts'],
    mayImport: [...BELOW_DOORS, 'config', 'engine parts', 'simulated engine', 'incus engine', 'openstack engine'],
  },
  { name: 'wire', at: ['server/src/*.ts', 'server/src/start/**'], mayImport: [...WHOLE_SERVER, 'engines opened'] },

  // What customers download has nothing of the server, and the SDK nothing but itself.
  { name: 'sdk double', at: ['sdk/testing.ts'], mayImport: [] },
  { name: 'sdk', at: ['sdk/**'], mayImport: [], packages: [] },
  { name: 'cli', at: ['cli/**'], mayImport: ['contract', 'sdk'] },
  { name: 'console', at: ['console/**'], mayImport: ['contract'] },

  // Files of Debian's package.
  { name: 'packaging', at: ['packaging/**'], mayImport: [] },
  { name: 'bench', at: ['bench/**'], mayImport: [...WHOLE_SERVER, ...TEST_KIT, 'wire', 'operator', 'tests'] },
  {
    name: 'tests',
    at: ['tests/**'],
    mayImport: [...WHOLE_SERVER, ...TEST_KIT, 'wire', 'operator', 'operator setup', 'packaging', 'sdk', 'cli'],
  },
];

/** A test file may also use testing helpers, and the engine that needs no machines. */
const TESTS_MAY_ALSO_IMPORT = [...TEST_KIT, 'simulated engine', 'payment providers', 'identity providers', 'sdk double'];

/** Nothing below core is tested by what is above it: these have their own kits. */
const BELOW_STORIES: readonly string[] = [
  'contract',
  'kit',
  'db',
  'engine port',
  'engine parts',
  'simulated engine',
  'incus engine',
  'openstack engine',
  'gpu exporter',
];

/** A test of core tells a story, and stories go through every floor. */
const CORE: readonly string[] = [...FLOORS, 'core'];

interface Room {
  readonly name: string;
  /** Its files. */
  readonly at: readonly string[];
  /** The rooms that its arrows point to; its own is always allowed. */
  readonly mayImport: readonly string[];
  /** If given, the only packages it may use. */
  readonly packages?: readonly string[];
}

const PLACES = '{contract,dev,server,sdk,cli,console,packaging,bench,tests}/**/*.{ts,tsx}';

test('every import follows the arrows between the rooms', () => {
  // This file holds forbidden imports as text.
  const sources = readSources(PLACES).filter(({ path }) => path !== 'tests/house/arrows.test.ts');
  assert.ok(sources.length > 100, 'the sources were not found');
  assert.deepEqual(sources.flatMap(wrongImports), []);
});

test('every room of the table is there', () => {
  const sources = readSources(PLACES);
  const absent = ROOMS.filter(({ at }) => !at.every((glob) => sources.some(({ path }) => matchesGlob(path, glob))));
  assert.deepEqual(
    absent.map(({ name }) => name),
    [],
  );
  const names = new Set(ROOMS.map(({ name }) => name));
  const unknown = ROOMS.flatMap(({ mayImport }) => mayImport).filter((name) => !names.has(name));
  assert.deepEqual(unknown, [], 'an arrow leads to a room that is not in the table');
});

const FORBIDDEN: readonly [path: string, code: string, complaint: RegExp][] = [
  [
    'contract/x.ts',
    `import { a } from '../server/src/kit/ids.ts';`,
    /^contract\/x\.ts:1: contract may not import .*kit\/ids\.ts \(kit\)\.$/,
  ],
  ['contract/x.ts', `import pg from 'pg';`, /^contract\/x\.ts:1: contract may not use the package pg, only zod\.$/],
  ['server/src/kit/x.ts', `import type { Sql } from '../db/connect.ts';`, /kit may not import .*\(db\)/],
  ['server/src/db/x.ts', `import { a } from '../core/ctx.ts';`, /db may not import .*\(core\)/],
  [
    'server/src/core/fleet/servers/x.ts',
    `\n\nconst a = await import('../../../http/server.ts');`,
    /x\.ts:3: fleet may not import .*\(http\)/,
  ],
  [
    'server/src/core/fleet/servers/x.ts',
    `import {\n  a,\n} from '../../../engines/simulated/simulated-engine.ts';`,
    /x\.ts:1: .*\(simulated engine\)/,
  ],
  ['server/src/core/fleet/servers/x.ts', `export { a } from '../../testing/cloud.ts';`, /fleet may not import .*\(test kit\)/],
  ['server/src/core/ground/keys/x.ts', `import { a } from '../../money/ledger/ledger.store.ts';`, /ground may not import .*\(money\)/],
  ['server/src/core/money/metering/x.ts', `import { a } from '../../fleet/servers/servers.store.ts';`, /money may not import .*\(fleet\)/],
  ['server/src/core/fleet/servers/x.ts', `import { a } from '../../commerce/orders/end-order.ts';`, /fleet may not import .*\(commerce\)/],
  ['server/src/core/commerce/orders/x.ts', `import { createCtx } from '../../create-ctx.ts';`, /commerce may not import .*\(core\)/],
  ['server/src/worker/x.ts', `import { a } from '../http/idempotency.ts';`, /worker may not import .*\(http\)/],
  ['server/src/door/x.ts', `import { a } from '../http/gate.ts';`, /door may not import .*\(http\)/],
  ['server/src/worker/x.ts', `import { a } from '../door/limits.ts';`, /worker may not import .*\(door\)/],
  ['server/src/http/x.test.ts', `import { a } from '../worker/every.ts';`, /http may not import .*\(worker\)/],
  ['server/src/http/x.ts', `import '../../../console/main.ts';`, /\(console\)/],
  ['server/src/site/x.ts', `import { a } from '../http/openapi/describe-api.ts';`, /site may not import .*\(http\)/],
  ['server/src/web/x.ts', `import { a } from '../site/layout.ts';`, /web may not import .*\(site\)/],
  ['server/src/engines/simulated/x.ts', `let a: import('../incus/incus-engine.ts').B;`, /\(incus engine\)/],
  ['server/src/engines/parts/x.ts', `import { a } from '../incus/incus-errors.ts';`, /engine parts may not import .*\(incus engine\)/],
  ['server/src/engines/incus/incus-kit.ts', `import { a } from '../../core/create-ctx.ts';`, /engine kit may not import .*\(core\)/],
  [
    'server/src/engines/incus/testing/x.ts',
    `import { a } from '../../../core/testing/cloud.ts';`,
    /engine kit may not import .*\(test kit\)/,
  ],
  [
    'server/src/engines/simulated/x.test.ts',
    `import { a } from '../../core/testing/cloud.ts';`,
    /simulated engine may not import .*\(test kit\)/,
  ],
  ['dev/incus/x.ts', `import { a } from '../../server/src/core/create-ctx.ts';`, /dev may not import .*\(core\)/],
  ['server/src/core/ground/x.ts', 'const a = await import(name);', /imports something that cannot be read off/],
  ['server/src/cellar/x.ts', '', /^server\/src\/cellar\/x\.ts:1: it lies in no room of the table in tests\/house\/arrows\.test\.ts\.$/],
  ['server/src/core/x.ts', `import { a } from '../cellar/y.ts';`, /\(no room\)/],
];

for (const [path, code, complaint] of FORBIDDEN) {
  test(`in ${path}, ${JSON.stringify(code)} is found`, () => {
    const complaints = wrongImports({ path, text: code });
    assert.equal(complaints.length, 1, complaints.join('\n'));
    assert.match(complaints[0] ?? '', complaint);
  });
}

const ALLOWED: readonly [path: string, code: string][] = [
  ['server/src/core/fleet/servers/x.ts', `import type { Engine } from '../../../engines/engine.ts';\nimport { z } from 'zod';`],
  [
    'server/src/core/commerce/orders/x.ts',
    `import { a } from '../../ground/ctx.ts';\nimport { b } from '../../fleet/servers/servers.store.ts';`,
  ],
  ['server/src/core/fleet/servers/x.test.ts', `import { a } from '../../testing/cloud.ts';\nimport { b } from '../../../db/testing.ts';`],
  [
    'server/src/engines/incus/x.test.ts',
    `import { a } from './incus-kit.ts';\nimport { b } from '../testing/memory-books.ts';\nimport { c } from '../../kit/hand-clock.ts';`,
  ],
  ['server/src/core/ground/keys/x.test.ts', `import { createCtx } from '../../create-ctx.ts';`],
  ['server/src/http/x.ts', `import { a } from '@boreal/contract/servers/servers.ts';\n// import { b } from '../worker/every.ts';`],
];

for (const [path, code] of ALLOWED) {
  test(`in ${path}, ${JSON.stringify(code)} is allowed`, () => assert.deepEqual(wrongImports({ path, text: code }), []));
}

/** A sentence for every import that no arrow allows. */
function wrongImports(source: Source): string[] {
  const room = roomOf(source.path);
  if (room === null) return [`${source.path}:1: it lies in no room of the table in tests/house/arrows.test.ts.`];
  return importsOf(source).flatMap(({ target, line }) => {
    const problem = problemOf(source.path, room, target);
    return problem === null ? [] : [`${source.path}:${line}: ${problem}`];
  });
}

function problemOf(path: string, room: Room, target: string | null): string | null {
  const isTest = path.endsWith('.test.ts');
  if (target === null) return isTest ? null : 'it imports something that cannot be read off; write the file as plain text.';
  if (isPackage(target)) {
    const name = target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : target.split('/')[0];
    if (room.packages === undefined || isTest || room.packages.some((allowed) => allowed === name)) return null;
    return `${room.name} may not use the package ${name}, only ${room.packages.join(' and ')}.`;
  }
  const other = roomOf(target);
  const allowed = [
    room.name,
    ...room.mayImport,
    ...(isTest ? TESTS_MAY_ALSO_IMPORT.filter((name) => name !== 'test kit' || !BELOW_STORIES.includes(room.name)) : []),
    ...(isTest && CORE.includes(room.name) ? CORE : []),
  ];
  if (other !== null && allowed.includes(other.name)) return null;
  return `${room.name} may not import ${target} (${other?.name ?? 'no room'}).`;
}

function roomOf(path: string): Room | null {
  return ROOMS.find(({ at }) => at.some((glob) => matchesGlob(path, glob))) ?? null;
}

/** Everything that is not a path into one of our own top folders. */
function isPackage(target: string): boolean {
  return !/^(contract|dev|server|sdk|cli|console|bench|tests|scripts)\/|^\.\./.test(target);
}
