import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as https } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { answerOf, randomIp, type Call, type CallAnswer } from './boreal-process-client.ts';
import { freePort, ROOT, until } from './boreal-process.ts';

const run = promisify(execFile);
const PROXIES = join(ROOT, 'packaging/proxies');
const NAME = 'gpu.example.com';
const STARTS_WITHIN_MS = 30_000;

export type ProxyName = 'caddy' | 'nginx';

/** A proxy with the file of the package, before a Boreal on this machine. */
export interface Proxy {
  readonly siteUrl: string;
  readonly plainUrl: string;
  /** The certificate that it is to be trusted by. */
  readonly ca: string;
  /** Starts to pass requests on. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ProxiedRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The address of this machine that it comes from. */
  readonly from?: string;
}

export interface ProxiedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** The package's file, where only names, ports and paths differ from a real site's. */
export async function makeProxy(name: ProxyName, borealPorts: readonly number[]): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), `boreal-${name}-`));
  const [tls, plain] = [await freePort(), await freePort()];
  await makeCertificate(folder);
  const config =
    name === 'caddy' ? await caddyfile(folder, { tls, plain, borealPorts }) : await nginxConf(folder, { tls, plain, borealPorts });
  let child: ChildProcess | null = null;
  let said = '';
  const command =
    name === 'caddy'
      ? ['caddy', 'run', '--config', config, '--adapter', 'caddyfile']
      : ['nginx', '-p', folder, '-c', config, '-e', join(folder, 'error.log'), '-g', 'daemon off;'];
  const ca = await readFile(join(folder, 'certificate.pem'), 'utf8');
  const siteUrl = `https://localhost:${tls}`;
  return {
    siteUrl,
    plainUrl: `http://localhost:${plain}`,
    ca,
    start: async () => {
      const [program = '', ...args] = command;
      const { PATH = '' } = process.env;
      const own = { PATH: `${PATH}:/usr/sbin`, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      child = spawn(program, args, { cwd: folder, env: own, stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => (said += bytes.toString()));
      const answers = () =>
        askProxy({ siteUrl, ca }, '/healthz').then(
          ({ status }) => status,
          () => (child?.exitCode === null ? 0 : -1),
        );
      const status = await until(`${name} answers`, STARTS_WITHIN_MS, answers, (got) => got !== 0);
      if (status === -1) throw new Error(`${name} ended: ${said}`);
    },
    stop: async () => {
      if (child !== null && child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A customer's call, from wherever it says: the proxy is told that by the connection, as by any other. */
export async function callProxy(proxy: Pick<Proxy, 'siteUrl' | 'ca'>, request: Call): Promise<CallAnswer> {
  const { method = 'GET', path, key, json, idempotencyKey, ip = randomIp() } = request;
  const { status, headers, body } = await askProxy(proxy, `/api${path}`, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(method !== 'GET' && { origin: proxy.siteUrl }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    // All of 127.0.0.0/8 is this machine.
    from: ip.replace(/^\d+/, '127'),
  });
  return answerOf(status, new Headers(Object.entries(headers).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))), body);
}

/** A request over HTTP/1.1 with TLS that is verified. */
export async function askProxy(
  { siteUrl, ca }: Pick<Proxy, 'siteUrl' | 'ca'>,
  path: string,
  { method = 'GET', headers = {}, body, from }: ProxiedRequest = {},
): Promise<ProxiedAnswer> {
  const place = from !== undefined && { localAddress: from, family: 4 };
  // Node sends the body of a DELETE without its length, as if there were none.
  const sized = body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) };
  const sent = https(siteUrl + path, { method, headers: sized, ca, agent: false, timeout: STARTS_WITHIN_MS, ...place });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

interface Places {
  readonly tls: number;
  readonly plain: number;
  readonly borealPorts: readonly number[];
}

async function caddyfile(folder: string, { tls, plain, borealPorts }: Places): Promise<string> {
  const file = join(folder, 'Caddyfile');
  const ours = await read('Caddyfile', [
    [`${NAME} {`, `https://localhost:${tls} {\n\ttls ${folder}/certificate.pem ${folder}/key.pem`],
    ['127.0.0.1:8080', borealPorts.map((port) => `127.0.0.1:${port}`).join(' ')],
    ['/usr/share/boreal/proxies', PROXIES],
  ]);
  // A restart takes longer on a machine that runs all tests.
  const several =
    borealPorts.length > 1 ? ours.replaceAll('#health_', 'health_').replace('lb_try_duration 10s', 'lb_try_duration 60s') : ours;
  // Where Caddy itself listens; nothing of a site.
  await writeFile(file, `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${tls}\n\tskip_install_trust\n}\n${several}`);
  return file;
}

async function nginxConf(folder: string, { tls, plain, borealPorts }: Places): Promise<string> {
  const file = join(folder, 'nginx.conf');
  const ours = await read('nginx.conf', [
    [`return 301 https://${NAME}`, `return 301 https://localhost:${tls}`],
    [`server_name ${NAME}`, 'server_name localhost'],
    [`/etc/letsencrypt/live/${NAME}/fullchain.pem`, `${folder}/certificate.pem`],
    [`/etc/letsencrypt/live/${NAME}/privkey.pem`, `${folder}/key.pem`],
    ['listen 80;', `listen ${plain};`],
    ['listen [::]:80;', `listen [::]:${plain};`],
    ['listen 443 ssl', `listen ${tls} ssl`],
    ['listen [::]:443 ssl', `listen [::]:${tls} ssl`],
    ['server 127.0.0.1:8080;', borealPorts.map((port) => `server 127.0.0.1:${port};`).join('\n')],
    ['/usr/share/boreal/proxies', PROXIES],
  ]);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => `${what}_temp_path ${folder}/${what};`);
  await mkdir(join(folder, 'logs'));
  await writeFile(
    file,
    `pid ${folder}/pid;\nevents {}\nhttp {\ninclude /etc/nginx/mime.types;\naccess_log off;\n${places.join('\n')}\n${ours}\n}\n`,
  );
  return file;
}

/** @throws when the file does not have what is to be replaced: then something else would be tested */
async function read(name: string, replaced: readonly (readonly [string, string])[]): Promise<string> {
  let config = await readFile(join(PROXIES, name), 'utf8');
  for (const [from, to] of replaced) {
    if (!config.includes(from)) throw new Error(`${name} has no "${from}"`);
    config = config.replaceAll(from, to);
  }
  return config;
}

async function makeCertificate(folder: string): Promise<void> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const about = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', certificate];
  await run('openssl', ['req', '-x509', ...made, ...about]);
}
