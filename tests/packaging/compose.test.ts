import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv, promisify } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig, SETTINGS } from '../../server/src/config.ts';
import { NODE, ROOT } from '../testing/boreal-process.ts';
import { guideCommands } from '../testing/guide-commands.ts';

const run = promisify(execFile);
const Service = z.object({
  image: z.string(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.string()).default([]),
  read_only: z.boolean().optional(),
  healthcheck: z.object({ test: z.array(z.string()), start_period: z.string().optional() }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
});
const Network = z.object({ enable_ipv6: z.boolean(), ipam: z.object({ config: z.array(z.object({ subnet: z.string() })) }) });
const Compose = z.object({
  services: z.record(z.string(), Service),
  networks: z.object({ default: Network }),
  volumes: z.record(z.string(), z.unknown()),
});

test('what composes the containers names settings that there are, files that are there, and API processes that Caddy knows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'boreal-compose-'));
  try {
    await run(NODE, ['scripts/image.ts', '--compose', folder], { cwd: ROOT });
    const { services, volumes } = Compose.parse(parse(await readFile(join(folder, 'compose.yaml'), 'utf8'), { merge: true }));
    const ours = Object.entries(services).filter(([, { image }]) => image.startsWith('localhost/boreal:'));
    assert.deepEqual(
      ours.map(([name, { environment }]) => [name, environment?.['BOREAL_ROLE']]),
      [
        ['api1', 'api'],
        ['api2', 'api'],
        ['worker', 'worker'],
      ],
    );
    for (const [name, { environment = {}, read_only: readOnly }] of ours) {
      assert.deepEqual(
        Object.keys(environment).filter((setting) => !SETTINGS.includes(setting)),
        [],
        name,
      );
      assert.equal(readOnly, true);
      const filled = Object.entries(environment).map(([key, value]) => [key, value.replaceAll(/\$\{(\w+)[^}]*\}/g, 'gpu.example.com')]);
      readConfig(Object.fromEntries(filled));
    }
    for (const source of Object.values(services).flatMap((service) => service.volumes.map((volume) => volume.split(':')[0] ?? ''))) {
      if (source.startsWith('./')) await readFile(join(folder, source));
      else assert.ok(source in volumes, source);
    }
    const caddyfile = join(folder, 'Caddyfile');
    assert.match(await readFile(caddyfile, 'utf8'), /^\treverse_proxy api1:8080 api2:8080 \{[^]*^\t\thealth_uri \/readyz$/m);
    const env = { ...process.env, HOME: folder, DOMAIN: 'gpu.example.com' };
    const { stdout } = await run('caddy', ['adapt', '--adapter', 'caddyfile', '--config', caddyfile], { env });
    assert.match(stdout, /"host":\["gpu\.example\.com"\]/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('what the guide to containers types names services that there are, and replaces one API container at a time', async () => {
  const { services } = Compose.parse(parse(await readFile(join(ROOT, 'packaging/image/compose.yaml'), 'utf8'), { merge: true }));
  const parts = ['1. The image', '2. Several containers', '3. Upgrading'];
  const typed = (await Promise.all(parts.map((part) => guideCommands('operators-guide-containers.md', part))))
    .flat()
    .map(({ text }) => text);
  const verbs = /docker compose (?:exec|run|stop|up) ([^<>|&]*)/g;
  const named = typed.flatMap((text) => [...text.matchAll(verbs)].map(([, words = '']) => words.trim().split(' ')));
  assert.ok(named.length > 10, String(named.length));
  for (const words of named) {
    const [service] = words.filter((word, n) => !word.startsWith('-') && words[n - 1] !== '--entrypoint');
    assert.ok(service === undefined || service in services, words.join(' '));
  }
  // A service without what it depends on is another to docker compose: the next `up` would make all of them anew, at the same time.
  assert.ok(typed.every((text) => !text.includes('--no-deps')));
  // A dump that failed takes no other's place, and nobody else reads it.
  const dump = typed.findIndex((text) => text.includes('pg_dump'));
  assert.match(typed[dump] ?? '', />boreal\.dump\.next && mv boreal\.dump\.next /);
  assert.equal(typed[dump - 1], 'umask 077');
});

test('Boreal waits for a Postgres that its network reaches, also while that one makes the database or recovers', async () => {
  const composed = Compose.parse(parse(await readFile(join(ROOT, 'packaging/image/compose.yaml'), 'utf8'), { merge: true })).services;
  // Without a host it asks by the socket, where the image of Postgres answers before it is reached: Boreal then ended and started anew.
  const { test: asks, start_period: patience } = composed['postgres']?.healthcheck ?? {};
  assert.match(asks?.join(' ') ?? '', /^CMD pg_isready --host localhost /);
  assert.equal(patience, '2m');
  for (const [name, { image, depends_on: needs }] of Object.entries(composed))
    if (image.startsWith('localhost/boreal:')) assert.equal(needs?.['postgres']?.condition, 'service_healthy', name);
});

test('customers have addresses of their own, with IPv6 too, and all of the network’s are the proxy’s', async () => {
  const composed = Compose.parse(parse(await readFile(join(ROOT, 'packaging/image/compose.yaml'), 'utf8'), { merge: true }));
  const { enable_ipv6: hasSix, ipam } = composed.networks.default;
  assert.ok(hasSix);
  const subnets = ipam.config.map(({ subnet }) => subnet);
  assert.deepEqual(
    subnets.map((subnet) => isIPv6(subnet.split('/')[0] ?? '')),
    [false, true],
  );
  assert.equal(composed.services['api1']?.environment?.['BOREAL_TRUSTED_PROXIES'], subnets.join());
  // Docker 26, as Debian 13 has it, does so only when it is told.
  const guide = await readFile(join(ROOT, 'docs/operators-guide-containers.md'), 'utf8');
  const [, told = ''] = /printf '(\{.*\})\\n' >\/etc\/docker\/daemon\.json/.exec(guide) ?? [];
  assert.deepEqual(JSON.parse(told), { experimental: true, ip6tables: true });
});

test('figures of each container are published where the guide says, for this machine alone', async () => {
  const guide = await readFile(join(ROOT, 'docs/operators-guide-containers.md'), 'utf8');
  const [, setting = ''] = /^(BOREAL_METRICS=\S+)$/m.exec(guide) ?? [];
  const listens = readConfig(parseEnv(setting)).metrics;
  assert.equal(listens?.host, '0.0.0.0', 'localhost of a container is its own');
  const [, override = ''] = /^```yaml\n(services:\n.*?)^```$/ms.exec(guide) ?? [];
  const { services } = z.object({ services: z.record(z.string(), z.object({ ports: z.array(z.string()) })) }).parse(parse(override));
  const [, targets = ''] = /as targets: `(.*)`/.exec(guide) ?? [];
  const composed = Compose.parse(parse(await readFile(join(ROOT, 'packaging/image/compose.yaml'), 'utf8'), { merge: true })).services;
  const ours = Object.keys(composed).filter((name) => composed[name]?.image.startsWith('localhost/boreal:'));
  assert.deepEqual(Object.keys(services), ours);
  const published = Object.values(services).map(({ ports }) => ports.join());
  for (const port of published) assert.match(port, new RegExp(`^127\\.0\\.0\\.1:\\d+:${listens?.port}$`));
  assert.deepEqual(
    [...targets.matchAll(/localhost:(\d+)/g)].map(([, port]) => port),
    published.map((port) => port.split(':')[1]),
  );
});
