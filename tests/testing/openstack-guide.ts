import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { addSshKey, deploy, untilActive } from './boreal-process-client.ts';
import { runCommand } from './boreal-process-command.ts';
import type { BorealHome } from './boreal-process-home.ts';
import { freePort, ROOT, type BorealProcess, type Environment } from './boreal-process.ts';
import { guideCommands } from './guide-commands.ts';

/** What becomes of a command: typed as it stands, or with something in its place; what it sets; or Boreal starts. */
type Fate = { readonly instead?: Readonly<Record<string, string>>; readonly why?: string } & (
  | { readonly typed: string; readonly prints?: RegExp; readonly fails?: RegExp }
  /** Of OpenStack’s own program: typed where there is one. `keeps`: what it tells only now. */
  | { readonly client: string; readonly prints?: RegExp; readonly keeps?: true }
  | { readonly sets: string }
  | { readonly starts: string }
);

/** Where the guide is typed. */
export interface GuidePlace {
  /** Of whoever types, before the guide says who Boreal is; null: there is no client, and what it would do is done already. */
  readonly person: Environment | null;
  /** What Boreal needs here besides what the guide sets. */
  readonly environment: Environment;
  /** Of this place, in what the guide names: FOLDER, NETWORK and PASSWORD. */
  readonly words: Readonly<Record<string, string>>;
  /** What a network of the guide is called here; null: as it is there. */
  readonly network: string | null;
  /** Writes `clouds.yaml` for Boreal; with what the client told of its credential, or null where none was made. */
  writeClouds(credential: Credential | null): Promise<void>;
  readonly home: BorealHome;
}

export type Credential = z.infer<typeof Credential>;
const Credential = z.object({ id: z.string(), secret: z.string() });

const HERE = { instead: { '/etc/boreal': 'FOLDER' }, why: 'it is not ours to write there' };

const theirs: readonly Fate[] = [
  { client: 'openstack application credential create', keeps: true },
  { client: 'openstack network list', prints: /public/ },
  { client: 'openstack network create' },
  { client: 'openstack subnet create' },
  { client: 'openstack router create' },
  { client: 'openstack router add' },
  { client: 'openstack quota show', prints: /floating-ips[^]*secgroups/ },
  { client: 'openstack subnet create boreal-net-v6' },
  { client: 'openstack router add subnet boreal-net boreal-net-v6' },
  { client: 'openstack availability zone list', prints: /gpu/ },
  { client: 'openstack flavor list', prints: /lab\.h100x1[^]*h100:1|h100:1/ },
  { client: 'openstack image list', prints: /guest/ },
  { sets: 'export BOREAL_ENGINE=openstack OS_CLOUD=hoster', ...HERE },
  { sets: 'export OPENSTACK_NETWORK=boreal-net' },
  { sets: 'export OPENSTACK_FLAVORS=' },
  { sets: 'export OPENSTACK_PROBE_FROM=' },
  { starts: 'npm start' },
  { typed: 'npm run operator -- engine hosts', prints: /\bgpu\b/ },
  { typed: 'npm run operator -- image add guest', prints: /guest/ },
  { typed: 'npm run operator -- pool add h100', prints: /pool_\w+/ },
  { typed: 'npm run operator -- host add gpu', prints: /host_\w+/ },
  {
    typed: 'npm run operator -- engine check',
    fails: /^(?!.*(router|image guest|tags|role|has less)).*No flavor is what the plan of 2 × h100-sxm sells/s,
  },
  { client: 'openstack server list', prints: /srv-/ },
  { typed: 'npm run operator -- server list', prints: /srv_/ },
];

const ours: readonly Fate[] = [
  { client: 'openstack --os-placement-api-version', prints: /gpu1_0000:17:00\.0/ },
  { client: 'openstack project create' },
  {
    client: 'openstack user create',
    instead: { '--password-prompt': '--password PASSWORD' },
    why: 'nobody is here whom it could ask',
  },
  { client: 'openstack role add' },
  { client: 'openstack quota set boreal --instances' },
  { client: 'openstack quota set boreal --volumes' },
  { sets: 'export OS_CLOUD=ours', ...HERE },
  { client: 'openstack network create' },
  { client: 'openstack subnet create' },
  { client: 'openstack router create' },
  { client: 'openstack router add' },
  { sets: 'export BOREAL_ENGINE=openstack OPENSTACK_CLOUD=ours' },
  { sets: 'export OPENSTACK_NETWORK=boreal-own ' },
  { starts: 'npm start' },
  { typed: 'npm run operator -- engine hosts', prints: /gpu1[^]*gpu2/ },
  { typed: 'npm run operator -- image add guest', prints: /guest/ },
  { typed: 'npm run operator -- pool add h100', prints: /pool_\w+/ },
  { typed: 'npm run operator -- host add gpu1', prints: /8 GPUs|host_\w+/ },
  { typed: 'npm run operator -- host add gpu2', prints: /8 GPUs|host_\w+/ },
  { typed: 'npm run operator -- engine check', prints: /has all that it needs/ },
  {
    typed: 'npm run operator -- host drain',
    instead: { HOST: `$(npm run --silent operator -- host list | grep -om 1 'host_[a-z0-9]*')` },
    why: 'the guide names none',
  },
  { client: 'openstack compute service set' },
];

export const GUIDE_PARTS = { theirs: "Somebody else's cloud", ours: 'A cloud of ours' } as const;
const FATES = { theirs, ours };

/** Types a part of the operator’s guide to OpenStack in order, and sells the first server where it comes to that. Answers what it is sold by. */
export async function typeOpenstackGuide(
  whose: 'theirs' | 'ours',
  place: GuidePlace,
): Promise<{ boreal: BorealProcess; serverId: string }> {
  const fates = FATES[whose];
  const commands = (await guideCommands('operators-guide-openstack.md', GUIDE_PARTS[whose])).map(({ text }) => text);
  assert.deepEqual(
    commands.map((text, n) => (text.startsWith(beginningOf(fates[n])) ? beginningOf(fates[n]) : text)),
    fates.map(beginningOf),
  );
  const environment: Record<string, string | undefined> = { ...place.environment };
  let person = place.person;
  let boreal: BorealProcess | null = null;
  let serverId: string | null = null;
  if (place.person === null) await place.writeClouds(null);

  for (const [n, text] of commands.entries()) {
    const fate = fates[n];
    assert.ok(fate);
    const command = inPlace(text, fate);
    if ('sets' in fate) {
      Object.assign(environment, setBy(command));
      // From then on whoever types is Boreal; the person's own variables would come before the file's.
      if ('OS_CLOUD' in environment) person = null;
    } else if ('starts' in fate) {
      boreal = await place.home.start({ ...environment, BOREAL_PORT: String(await freePort()) });
    } else if ('client' in fate) {
      if (place.person === null) continue;
      if (fate.client === 'openstack server list') serverId = await sell();
      const told = await typed(fate.keeps === true ? `${command} -f json` : command, fate);
      if (fate.keeps === true) await place.writeClouds(Credential.parse(JSON.parse(told)));
      // The user of a cloud of ours has a password, which is known before.
      if (fate.client === 'openstack user create') await place.writeClouds(null);
    } else {
      // The first sale is when all is set up, and before anything is taken away.
      if (serverId === null && /server list|host drain/.test(command)) serverId = await sell();
      await typed(command, fate);
    }
  }
  assert.ok(boreal !== null && serverId !== null);
  return { boreal, serverId };

  function inPlace(text: string, fate: Fate): string {
    const changes = { ...fate.instead, ...('sets' in fate && /NETWORK=/.test(text) && place.network !== null && networkIn(text)) };
    const command = Object.entries(changes).reduce((all, [from, to]) => {
      assert.ok(all.includes(from), `${from} in ${all}`);
      return all.replaceAll(from, to);
    }, text);
    return Object.entries(place.words).reduce((all, [word, by]) => all.replaceAll(word, by), command);
  }

  function networkIn(text: string): Record<string, string> {
    const [, name = ''] = /OPENSTACK_NETWORK=(\S+)/.exec(text) ?? [];
    return { [`OPENSTACK_NETWORK=${name}`]: `OPENSTACK_NETWORK=${place.network}` };
  }

  async function typed(command: string, { fails, prints = /(?:)/ }: { fails?: RegExp; prints?: RegExp }): Promise<string> {
    const here = { ...environment, ...person, BOREAL_DATA_DIR: place.home.dataDir };
    const { code, stdout, stderr } = await runCommand('bash', ['-euc', command], { environment: here });
    assert.equal(code === 0, fails === undefined, `${command}\n${stdout}${stderr}`);
    assert.match(`${stdout}${stderr}`, fails ?? prints, command);
    return stdout;
  }

  async function sell(): Promise<string> {
    assert.ok(boreal);
    const [{ restKey }] = (await place.home.demo()).customers;
    const sshKeyId = await addSshKey(boreal, restKey);
    const id = await deploy(boreal, restKey, { productId: 'h100-sxm-x8', sshKeyId });
    await untilActive(boreal, restKey, id);
    return id;
  }
}

/** The guide's own `clouds.yaml` of that cloud, with what stands there for something of one's own replaced. */
export async function cloudsOfGuide(name: 'hoster' | 'ours', words: Readonly<Record<string, string>>): Promise<string> {
  const guide = await readFile(join(ROOT, 'docs/operators-guide-openstack.md'), 'utf8');
  const written = [...guide.matchAll(/```yaml\nclouds:\n([^]*?)```/g)]
    .map(([, text = '']) => text)
    .find((text) => text.includes(`  ${name}:`));
  assert.ok(written !== undefined, name);
  return Object.entries(words).reduce((all, [key, value]) => {
    const pattern = new RegExp(String.raw`(\b${key}): .*`);
    assert.match(all, pattern, key);
    return all.replace(pattern, `$1: ${value}`);
  }, written);
}

export async function writeClouds(folder: string, clouds: readonly string[]): Promise<void> {
  await writeFile(join(folder, 'clouds.yaml'), `clouds:\n${clouds.join('')}`);
}

/** What `export A=b C=d` sets. */
function setBy(command: string): Environment {
  return Object.fromEntries(
    command
      .replace(/^export /, '')
      .split(/\s+/)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

function beginningOf(fate: Fate | undefined): string {
  if (fate === undefined) return '';
  if ('typed' in fate) return fate.typed;
  if ('sets' in fate) return fate.sets;
  return 'starts' in fate ? fate.starts : fate.client;
}
