import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startCloudDouble, type CloudDouble } from '../server/src/engines/openstack/testing/cloud-double.ts';
import { runCommand } from './testing/boreal-process-command.ts';
import { addSshKey, deploy, untilActive } from './testing/boreal-process-client.ts';
import { makeBorealHome, type BorealHome } from './testing/boreal-process-home.ts';
import { freePort, ROOT, type BorealProcess, type Environment } from './testing/boreal-process.ts';
import { guideCommands } from './testing/guide-commands.ts';
import { openProjects } from './testing/openstack-projects.ts';

/** What becomes of a command here: typed as it stands, or with something in its place; what it sets; or not typed, and why. */
type Fate =
  | { readonly typed: string; readonly prints?: RegExp; readonly fails?: RegExp }
  | { readonly instead: Readonly<Record<string, string>>; readonly of: string; readonly why: string; readonly prints?: RegExp }
  | { readonly sets: string; readonly instead?: Readonly<Record<string, string>>; readonly why?: string }
  | { readonly starts: string }
  | { readonly not: string; readonly why: string };

const NO_CLIENT = 'OpenStack’s own program for the command line is not installed here; the double has been set up by itself';
/** The double has no network of that name. */
const NETWORK = { why: 'the networks of the double are there already' };

const theirs: readonly Fate[] = [
  { not: 'openstack application credential create', why: NO_CLIENT },
  { not: 'openstack network list', why: NO_CLIENT },
  { not: 'openstack network create', why: NO_CLIENT },
  { not: 'openstack subnet create', why: NO_CLIENT },
  { not: 'openstack router create', why: NO_CLIENT },
  { not: 'openstack router add', why: NO_CLIENT },
  { not: 'openstack quota show', why: NO_CLIENT },
  { not: 'openstack subnet create boreal-net-v6', why: NO_CLIENT },
  { not: 'openstack router add subnet boreal-net boreal-net-v6', why: NO_CLIENT },
  { not: 'openstack availability zone list', why: NO_CLIENT },
  { not: 'openstack flavor list', why: NO_CLIENT },
  { not: 'openstack image list', why: NO_CLIENT },
  { sets: 'export BOREAL_ENGINE=openstack OS_CLOUD=hoster', instead: { '/etc/boreal': 'FOLDER' }, why: 'it is not ours to write there' },
  { sets: 'export OPENSTACK_NETWORK=boreal-net', instead: { 'boreal-net': 'NETWORK' }, ...NETWORK },
  { sets: 'export OPENSTACK_FLAVORS=' },
  { sets: 'export OPENSTACK_PROBE_FROM=' },
  { starts: 'npm start' },
  { typed: 'npm run operator -- engine hosts', prints: /\bgpu\b[^]*\d|\bgpu\b/ },
  { typed: 'npm run operator -- image add guest', prints: /guest/ },
  { typed: 'npm run operator -- pool add h100', prints: /pool_\w+/ },
  { typed: 'npm run operator -- host add gpu', prints: /host_\w+/ },
  {
    typed: 'npm run operator -- engine check',
    fails: /^(?!.*(router|image guest|tags|role)).*No flavor is what the plan of 2 × h100-sxm sells/s,
  },
  { not: 'openstack server list', why: NO_CLIENT },
  { typed: 'npm run operator -- server list' },
];

const ours: readonly Fate[] = [
  { not: 'openstack --os-placement-api-version', why: NO_CLIENT },
  { not: 'openstack project create', why: NO_CLIENT },
  { not: 'openstack user create', why: NO_CLIENT },
  { not: 'openstack role add', why: NO_CLIENT },
  { not: 'openstack quota set', why: NO_CLIENT },
  { sets: 'export BOREAL_ENGINE=openstack OS_CLOUD=ours' },
  { sets: 'export OPENSTACK_NETWORK=boreal ', instead: { 'NETWORK=boreal': 'NETWORK=NETWORK' }, ...NETWORK },
  { starts: 'npm start' },
  { typed: 'npm run operator -- engine hosts', prints: /gpu1[^]*gpu2/ },
  { typed: 'npm run operator -- image add guest', prints: /guest/ },
  { typed: 'npm run operator -- pool add h100', prints: /pool_\w+/ },
  { typed: 'npm run operator -- host add gpu1', prints: /8 GPUs|host_\w+/ },
  { typed: 'npm run operator -- host add gpu2', prints: /8 GPUs|host_\w+/ },
  { typed: 'npm run operator -- engine check', prints: /has all that it needs/ },
  {
    of: 'npm run operator -- host drain',
    instead: { HOST: `$(npm run --silent operator -- host list | grep -om 1 'host_[a-z0-9]*')` },
    why: 'the guide names none',
  },
  { not: 'openstack compute service set', why: NO_CLIENT },
];

for (const [part, fates, user] of [
  ["Somebody else's cloud", theirs, 'demo'],
  ['A cloud of ours', ours, 'admin'],
] as const) {
  describe(`the operator’s guide to OpenStack, as it is typed: ${part.toLowerCase()}`, () => {
    let [double, home, boreal, folder]: [CloudDouble?, BorealHome?, BorealProcess?, string?] = [];
    const environment: Record<string, string> = {};
    before(async () => {
      double = await startCloudDouble();
      home = await makeBorealHome();
      folder = await mkdtemp(join(tmpdir(), 'boreal-guide-'));
      environment['OPENSTACK_PROBE_PROXY'] = double.probeProxy;
      environment['OS_CLIENT_CONFIG_FILE'] = join(folder, 'clouds.yaml');
      await writeFile(join(folder, 'clouds.yaml'), await clouds(double));
    });
    after(async () => {
      await home?.close();
      await double?.close();
      if (folder !== undefined) await rm(folder, { recursive: true });
    });

    test('each command is typed in order, or it says here why not; then the first server is sold', async () => {
      const commands = (await guideCommands('operators-guide-openstack.md', part)).map(({ text }) => text);
      assert.deepEqual(
        commands.map((text, n) => (text.startsWith(beginningOf(fates[n])) ? beginningOf(fates[n]) : text)),
        fates.map(beginningOf),
      );
      for (const [n, text] of commands.entries()) await type(text, fates[n]);
    });

    async function type(text: string, fate: Fate | undefined): Promise<void> {
      if (fate === undefined || 'not' in fate) return;
      if ('starts' in fate) return start();
      const command = Object.entries(('instead' in fate && fate.instead) || {}).reduce((all, [from, to]) => {
        assert.ok(all.includes(from), `${from} in ${all}`);
        return all.replaceAll(from, to);
      }, text);
      if ('sets' in fate) return void Object.assign(environment, setBy(await placed(command)));
      // The first sale is when all is set up, and before anything is taken away.
      if (command.includes('server list') || command.includes('host drain')) await sell();
      await typed(command, fate);
    }

    async function typed(command: string, { fails, prints = /(?:)/ }: { fails?: RegExp; prints?: RegExp }): Promise<void> {
      assert.ok(home);
      const place = { ...environment, BOREAL_DATA_DIR: home.dataDir };
      const { code, stdout, stderr } = await runCommand('bash', ['-euc', command], { environment: place });
      assert.equal(code === 0, fails === undefined, `${command}\n${stdout}${stderr}`);
      assert.match(`${stdout}${stderr}`, fails ?? prints, command);
    }

    async function placed(command: string): Promise<string> {
      assert.ok(double);
      const person = ({ name, password, project, domain }: CloudDouble['users']['admin']) => ({
        name,
        password,
        project: project.name,
        domain,
      });
      const projects = openProjects(double.authUrl, { theirs: person(double.users.demo), ours: person(double.users.admin) });
      const own = await projects.networkOf(user === 'demo' ? 'theirs' : 'ours', 'priv');
      projects.close();
      return command.replace('FOLDER', folder ?? '').replace(/\bNETWORK\b(?=\s|$)/, own);
    }

    async function start(): Promise<void> {
      boreal = await home?.start({ ...environment, BOREAL_PORT: String(await freePort()) });
    }

    async function sell(): Promise<void> {
      assert.ok(home && boreal);
      const [{ restKey }] = (await home.demo()).customers;
      const sshKeyId = await addSshKey(boreal, restKey);
      const id = await deploy(boreal, restKey, { productId: 'h100-sxm-x8', sshKeyId });
      await untilActive(boreal, restKey, id);
    }
  });
}

/** The guide's own `clouds.yaml`, with the address, the credential and the region of the double; beside it, an administrator's. */
async function clouds({ authUrl, credential, region, users: { admin } }: CloudDouble): Promise<string> {
  const guide = await readFile(join(ROOT, 'docs/operators-guide-openstack.md'), 'utf8');
  const [, written = ''] = /```yaml\n([^]*?)```/.exec(guide) ?? [];
  const hoster = written
    .replace(/auth_url: .*/, `auth_url: ${authUrl}`)
    .replace(/_id: .*/, `_id: ${credential.id}`)
    .replace(/_secret: .*/, `_secret: ${credential.secret}`)
    .replace(/region_name: .*/, `region_name: ${region}`);
  assert.match(hoster, /hoster:/);
  const auth = {
    auth_url: authUrl,
    username: admin.name,
    password: admin.password,
    project_name: admin.project.name,
    user_domain_name: admin.domain,
    project_domain_name: admin.domain,
  };
  return `${hoster}  ours: ${JSON.stringify({ auth, region_name: region })}\n`;
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
  if ('starts' in fate) return fate.starts;
  return 'not' in fate ? fate.not : fate.of;
}
