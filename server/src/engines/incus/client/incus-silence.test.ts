import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../../../kit/clock.ts';
import { createLog } from '../../../kit/log.ts';
import { EngineSilent, type Engine } from '../../engine.ts';
import { memoryAddressBook, memoryReadingBook } from '../../testing/memory-books.ts';
import { createIncusClient } from './incus-client.ts';
import { createIncusEngine } from '../incus-engine.ts';
import { IncusError, IncusUnreachable } from './incus-errors.ts';
import { toEngineSilent } from './incus-silence.ts';
import { labLayout } from '../testing/lab-layout.ts';

const signal = AbortSignal.timeout(60_000);

/** The engine before something that answers so. */
async function before(answer: RequestListener | null, ask: (engine: Engine) => Promise<unknown>): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'silence-'));
  const socketPath = join(folder, 'incus.sock');
  const server = answer && createServer(answer);
  if (server) await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  const client = createIncusClient({ socketPath }, { clock: systemClock(), project: 'default' });
  const engine = createIncusEngine({
    client,
    clock: systemClock(),
    log: createLog('silent'),
    layout: labLayout('silence'),
    addresses: memoryAddressBook(),
    readings: memoryReadingBook(),
    probe: async () => false,
    reach: { probesFrom: [], deniedNetworks: [], allowedNetworks: [] },
  });
  try {
    return await ask(engine).catch((error: unknown) => error);
  } finally {
    client.close();
    server?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function json(status: number, body: unknown): RequestListener {
  return (_request, answer) => void answer.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

const untrusted = json(403, { type: 'error', error: 'not authorized', error_code: 403, metadata: null });
const stranger = json(200, { type: 'sync', metadata: { auth: 'untrusted', api_extensions: [] } });
const answers: readonly { what: string; answer: RequestListener | null; silence: EngineSilent['silence']; says: RegExp }[] = [
  { what: 'nobody', answer: null, silence: 'no_answer', says: /ENOENT.*systemctl status incus/ },
  { what: 'somebody who hangs up', answer: (request) => request.socket.destroy(), silence: 'no_answer', says: /does not answer/ },
  { what: 'only a gateway', answer: (_, answer) => void answer.writeHead(502).end('Bad Gateway'), silence: 'no_answer', says: /502/ },
  {
    what: 'an Incus that comes up',
    answer: json(500, { type: 'error', error: 'Daemon is starting up', error_code: 500, metadata: null }),
    silence: 'no_answer',
    says: /starting up/,
  },
  { what: 'an Incus that does not trust us any more', answer: untrusted, silence: 'no_service', says: /trust add-certificate/ },
  {
    what: 'an Incus that has never trusted us',
    answer: (request, answer) => (/^\/1\.0(\?|$)/.test(request.url ?? '') ? stranger : untrusted)(request, answer),
    silence: 'no_service',
    says: /trust add-certificate/,
  },
  {
    what: 'an Incus without a leader',
    answer: json(500, { type: 'error', error: 'no available cowsql leader server found', error_code: 500, metadata: null }),
    silence: 'no_service',
    says: /cannot work/,
  },
  {
    what: 'another web server, which has no such page',
    answer: (_, answer) => void answer.writeHead(404).end('<h1>Not found</h1>'),
    silence: 'no_service',
    says: /is not Incus/,
  },
];

for (const { what, answer, silence, says } of answers) {
  test(`in place of Incus, ${what} is told as ${silence}, with what to do`, async () => {
    for (const ask of [(engine: Engine) => engine.hosts(signal), (engine: Engine) => engine.list(signal)]) {
      const error = await before(answer, ask);
      assert.ok(error instanceof EngineSilent, String(error));
      assert.equal(error.silence, silence);
      assert.match(error.message, says);
    }
  });

  test(`before ${what}, no machine counts as gone, and no GPU is to blame`, async () => {
    const seen = await before(answer, (engine) => engine.observe('srv_1', signal));
    if (silence === 'no_answer') assert.equal(Object(seen).power, 'unreachable');
    else assert.equal(Object(seen).engineCause, 'timeout');
    const stopped = await before(answer, (engine) => engine.ensureStopped('srv_1', signal));
    assert.equal(Object(stopped).engineCause, 'timeout');
  });
}

test('what fails before anything has left this machine says nothing about Incus', () => {
  for (const [code, silence] of [
    ['ENOTFOUND', 'not_asked'],
    ['EAI_AGAIN', 'not_asked'],
    ['ENETUNREACH', 'not_asked'],
    ['EACCES', 'no_service'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'no_service'],
    ['ECONNREFUSED', 'no_answer'],
    ['EHOSTUNREACH', 'no_answer'],
  ] as const) {
    const cause = Object.assign(new Error(`connect ${code}`), { code });
    const tried = new IncusUnreachable('GET /1.0', { cause });
    // Of a call that was not even tried, the one before it says why.
    for (const error of [tried, new IncusUnreachable('asked again in some seconds', { cause: tried })]) {
      assert.equal(toEngineSilent(error)?.silence, silence, code);
    }
  }
  const other = new IncusUnreachable('x', { cause: new Error('Incus shows another certificate than the one in INCUS_SERVER_CERT_FILE') });
  assert.equal(toEngineSilent(other)?.silence, 'no_service');
});

test('a refusal that is about what was asked for says nothing about Incus as a whole', () => {
  for (const error of [
    new IncusError(404, 'Instance not found'),
    new IncusError(403, 'Failed checking limits: Reached maximum number of instances of type "container" in project "boreal"'),
    new IncusError(500, 'Failed to retrieve GPU information'),
    new Error('a mistake of ours'),
  ])
    assert.equal(toEngineSilent(error), null, error.message);
});

test('an Incus that does not list its hardware in time is there all the same, and so is one whose storage hangs', async () => {
  const server = {
    auth: 'trusted',
    api_extensions: [],
    environment: { server_name: 'box', server_version: '6.0.4', server_clustered: false },
  };
  const resources = { cpu: { total: 8 }, memory: { total: 64e9 }, gpu: { cards: [] } };
  for (const hangs of [/^\/1\.0\/resources/, /^\/1\.0\/storage-pools/]) {
    const answer: RequestListener = (request, reply) => {
      const path = request.url ?? '';
      if (hangs.test(path)) return;
      json(200, { type: 'sync', metadata: path.startsWith('/1.0/resources') ? resources : server })(request, reply);
    };
    assert.deepEqual(await before(answer, (engine) => engine.hosts(signal)), [{ name: 'box', reachable: true, gpus: [], found: null }]);
  }
});
