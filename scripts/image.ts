// Makes a container image of Boreal: the package, installed on a minimal Debian, as dist/boreal_VERSION_image.tar, which `podman load` and
// `docker load` accept; beside it, dist/compose has the files to run it with Postgres, Valkey and Caddy. `npm run image`, as root on a
// Debian machine with mmdebstrap and buildah, after `npm run package`; Debian comes from this machine's apt sources. `--compose FOLDER`
// writes only those files.
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentFile } from '../packaging/package-files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const IMAGE = join(ROOT, 'packaging/image');
const DIST = join(ROOT, 'dist');
/** The same in every version, so that it owns the previous version's volume; in the range of system users. */
const USER_ID = '850';

const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
const name = `localhost/boreal:${version}`;
const deb = join(DIST, `boreal_${version}_amd64.deb`);
const archive = join(DIST, `boreal_${version}_image.tar`);

const [flag, composeFolder = join(DIST, 'compose')] = process.argv.slice(2);
if (flag === '--compose') await writeCompose(composeFolder);
else {
  if (!existsSync(deb)) fail(`${deb} is not there: make it by "npm run package".`);
  for (const tool of ['mmdebstrap', 'buildah']) requireTool(tool);
  const folder = await mkdtemp(join(tmpdir(), 'boreal-image-'));
  try {
    say('installing the package on a Debian of its own (a minute or two) …');
    const root = join(folder, 'root.tar');
    await installed(root);
    say('making the image …');
    await packed(root, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await writeCompose(composeFolder);
  say(`made ${archive} and ${composeFolder}`);
}

/** Debian's essential packages, those that Boreal depends on, and Boreal. */
async function installed(to: string): Promise<void> {
  const source = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'].find((file) => existsSync(file));
  if (source === undefined) fail('apt of this machine has no sources to take Debian from.');
  const { VERSION_CODENAME: suite = 'bookworm' } = Object.fromEntries(
    (await readFile('/etc/os-release', 'utf8')).split('\n').map((line) => line.split('=')),
  );
  const control = await readFile(join(ROOT, 'packaging/control'), 'utf8');
  const [, depends = ''] = /^Depends: (.*)$/m.exec(control) ?? [];
  const packages = depends.split(', ').map((one) => one.replace(/ .*$/, ''));
  run('mmdebstrap', [
    '--mode=root',
    '--variant=minbase',
    '--dpkgopt=path-exclude=/usr/share/man/*',
    `--include=${packages.join()}`,
    // The user's id must stay the same; the package uses an existing user.
    `--customize-hook=chroot "$1" useradd --system --uid ${USER_ID} --user-group --home-dir /var/lib/boreal --shell /usr/sbin/nologin boreal`,
    `--customize-hook=copy-in ${deb} /tmp`,
    `--customize-hook=chroot "$1" env DEBIAN_FRONTEND=noninteractive dpkg --install /tmp/${basename(deb)}`,
    `--customize-hook=rm "$1/tmp/${basename(deb)}"`,
    suite,
    to,
    source,
  ]);
}

async function packed(root: string, folder: string): Promise<void> {
  const storage = ['--storage-driver', 'vfs', '--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
  const buildah = (...args: readonly string[]) => run('buildah', [...storage, ...args]).trim();
  const container = buildah('from', 'scratch');
  buildah('add', '--quiet', container, root, '/');
  buildah('copy', '--quiet', container, join(IMAGE, 'healthcheck.mjs'), '/usr/lib/boreal/healthcheck.mjs');
  // Each container has its own heartbeat file: several share the volume.
  const own = { TMPDIR: '/tmp', BOREAL_HEARTBEAT: '/tmp/boreal.heartbeat' };
  const settings = { NODE_ENV: 'production', BOREAL_DATA_DIR: '/var/lib/boreal', BOREAL_HOST: '0.0.0.0', ...own };
  const environment = Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  const node = '/usr/lib/boreal/bin/node';
  const entry = ['--entrypoint', JSON.stringify([node, 'server/dist/main.js']), '--cmd', '', '--stop-signal', 'SIGTERM'];
  const place = ['--user', 'boreal', '--workingdir', '/usr/lib/boreal', '--port', '8080', '--volume', '/var/lib/boreal'];
  const check = ['--healthcheck', `CMD ${node} /usr/lib/boreal/healthcheck.mjs`, '--healthcheck-interval', '10s'];
  const patience = ['--healthcheck-timeout', '5s', '--healthcheck-start-period', '60s'];
  const title = 'org.opencontainers.image.title=Boreal';
  const labels = ['--label', title, '--label', `org.opencontainers.image.version=${version}`];
  buildah('config', ...environment, ...entry, ...place, ...check, ...patience, ...labels, container);
  buildah('commit', '--quiet', '--format', 'docker', '--rm', container, name);
  await rm(archive, { force: true });
  buildah('push', '--quiet', name, `docker-archive:${archive}:${name}`);
}

async function writeCompose(to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const compose = await readFile(join(IMAGE, 'compose.yaml'), 'utf8');
  await writeFile(join(to, 'compose.yaml'), compose.replaceAll('@VERSION@', version));
  const proxies = join(ROOT, 'packaging/proxies');
  const caddyfile = await readFile(join(proxies, 'Caddyfile'), 'utf8');
  const ours = caddyfile
    .replace('gpu.example.com {', '{$DOMAIN} {')
    .replace('reverse_proxy 127.0.0.1:8080', 'reverse_proxy api1:8080 api2:8080')
    .replaceAll('#health_', 'health_');
  await writeFile(join(to, 'Caddyfile'), ours);
  await copyFile(join(proxies, 'away.html'), join(to, 'away.html'));
  await writeFile(join(to, 'boreal.env'), environmentFile(await readFile(join(ROOT, 'README.md'), 'utf8')), { mode: 0o600 });
}

function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function requireTool(tool: string): void {
  try {
    run(tool, ['--version']);
  } catch {
    fail(`${tool} is not installed: apt-get install ${tool}`);
  }
}

function say(text: string): void {
  console.log(`image: ${text}`);
}

function fail(text: string): never {
  console.error(`image: ${text}`);
  process.exit(1);
}
