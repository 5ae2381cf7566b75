import { readValue } from '@boreal/contract/values/read-value.ts';
import { z } from 'zod';
import { cloudOf, openstackConfig, openstackSettings, type OpenstackConfig } from './config-openstack.ts';
import { trustedProxies } from './kit/trusted-proxies.ts';

export const engineKinds = ['simulated', 'incus', 'openstack'] as const;

/** An engine's kind, and the name by which pools refer to it. */
export type EngineConfig =
  | { readonly name: string; readonly kind: 'simulated' }
  | { readonly name: string; readonly kind: 'incus'; readonly incus: IncusConfig }
  | { readonly name: string; readonly kind: 'openstack'; readonly openstack: OpenstackConfig };

const Networks = z.string().transform(listed).refine(areProxies, 'must be addresses or networks, separated by commas');

/** Networks that are not routed on the internet: what answers there is the operator's own. */
const PRIVATE_NETWORKS = ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];

/** PCI addresses of GPUs and UUIDs of slices, as NVIDIA's driver reports them. */
const LIST_OF_NVIDIA = "nvidia-smi --query-gpu=pci.bus_id --format=csv,noheader; nvidia-smi -L | grep -o 'MIG-[0-9a-f-]*'";

/** The settings of an Incus engine. */
export const IncusSettings = z.object({
  INCUS_URL: z
    .string()
    .regex(/^(unix:\/\/\/.+|https:\/\/[^/]+)$/, 'must be unix:///path/of/unix.socket or https://host:8443')
    .default('unix:///var/lib/incus/unix.socket'),
  INCUS_CLIENT_CERT_FILE: z.string().min(1).optional(),
  INCUS_CLIENT_KEY_FILE: z.string().min(1).optional(),
  INCUS_SERVER_CERT_FILE: z.string().min(1).optional(),
  INCUS_PROJECT: z.string().min(1).default('default'),
  INCUS_NETWORK: z.string().min(1).default('boreal'),
  INCUS_STORAGE_POOL: z.string().min(1).default('default'),
  INCUS_WORK_POOL: z.string().min(1).optional(),
  INCUS_BACKUP_POOL: z.string().min(1).default('backups'),
  INCUS_BACKUP_TARGET: z.string().min(1).optional(),
  INCUS_PROCESSES_PER_CPU: z.coerce.number({ error: 'must be a number from 64 to 65536' }).int().min(64).max(65_536).default(2048),
  INCUS_DISK_MB_PER_CPU: z.coerce.number({ error: 'must be a number of megabytes' }).int().min(1).max(100_000).optional(),
  INCUS_NETWORK_MBIT_PER_CPU: z.coerce.number({ error: 'must be a number of megabits' }).int().min(1).max(100_000).optional(),
  INCUS_NESTING: z.enum(['off', 'on']).default('off'),
  INCUS_GPU_CLEANER: z
    .string()
    .regex(/^((unix:\/\/)?\/.+|none)$/, 'must be the path of a program, unix:///path/of/a.socket, or none')
    .optional(),
  INCUS_GPU_LIST: z.string().min(1).default(LIST_OF_NVIDIA),
  INCUS_PROBE_FROM: Networks.default([]),
  INCUS_DENIED_NETWORKS: Networks.default(PRIVATE_NETWORKS),
  INCUS_ALLOWED_NETWORKS: Networks.default([]),
  INCUS_PROBE_PROXY: z
    .string()
    .regex(/^(unix:\/\/\/.+|http:\/\/[^/]+:\d+)$/, 'must be http://host:port or unix:///path/of/a.socket')
    .optional(),
});
type IncusSettings = z.infer<typeof IncusSettings>;

export const OpenstackSettings = openstackSettings(Networks.default([]));

/** How Incus is reached and set up. Files are read when the engine is opened. */
export interface IncusConfig {
  readonly url: string;
  readonly clientCertFile: string | null;
  readonly clientKeyFile: string | null;
  readonly serverCertFile: string | null;
  readonly project: string;
  readonly network: string;
  readonly storagePool: string;
  readonly workPool: string;
  readonly backupPool: string;
  readonly backupTarget: string | null;
  readonly guests: {
    readonly processesPerCpu: number;
    readonly diskMbPerCpu: number | null;
    readonly networkMbitPerCpu: number | null;
    readonly nesting: boolean;
  };
  /** The program that cleans GPUs before another machine gets them; `none`: deliberately nothing; null: not configured. */
  readonly gpuCleaner: string | null;
  /** The command that lists the GPUs a container sees; null: nobody checks. */
  readonly gpuList: string | null;
  readonly reach: {
    readonly probesFrom: readonly string[];
    readonly deniedNetworks: readonly string[];
    readonly allowedNetworks: readonly string[];
  };
  readonly probeProxy: string | null;
}

/** Settings that engines cannot share: each must have its own, under its own name. */
const OF_ONE = ['INCUS_URL', 'INCUS_SERVER_CERT_FILE', 'INCUS_BACKUP_TARGET'] as const satisfies readonly (keyof IncusSettings)[];

const NAME = /^[a-z](?:[a-z0-9-]{0,30}[a-z0-9])?$/;

type Given = Readonly<Record<string, unknown>>;

/**
 * The engines that BOREAL_ENGINE or BOREAL_ENGINES names, and what is wrong with them, by setting. An engine named after its kind uses the
 * plain settings (`INCUS_…`); any other uses those prefixed with its name (`TORONTO_INCUS_…`), and falls back to the plain ones, except for
 * those that engines cannot share.
 */
export function readEngines(
  given: Given,
  e: {
    readonly BOREAL_ENGINE?: (typeof engineKinds)[number] | undefined;
    readonly BOREAL_ENGINES?: readonly string[] | undefined;
    readonly BOREAL_TIME_SCALE: number;
  },
): { engines: readonly EngineConfig[]; problems: readonly string[] } {
  if (e.BOREAL_ENGINE !== undefined && e.BOREAL_ENGINES !== undefined)
    return { engines: [], problems: ['BOREAL_ENGINES: it names all engines; leave BOREAL_ENGINE out'] };
  const entries = e.BOREAL_ENGINES ?? [e.BOREAL_ENGINE ?? 'simulated'];
  if (entries.length === 0) return { engines: [], problems: ['BOREAL_ENGINES: must name an engine, such as montreal=incus,toronto=incus'] };
  const problems: string[] = [];
  const engines = entries.flatMap((entry): EngineConfig[] => {
    const read = readEngine(given, entry);
    problems.push(...read.problems);
    return read.engine ? [read.engine] : [];
  });
  const names = engines.map(({ name }) => name);
  for (const name of new Set(names.filter((one, n) => names.indexOf(one) !== n)))
    problems.push(`BOREAL_ENGINES: two engines are named ${name}`);
  if (e.BOREAL_ENGINES !== undefined) problems.push(...strayProblems(given, names), ...sameProblems(engines));
  if (e.BOREAL_TIME_SCALE !== 1 && engines.some(({ kind }) => kind !== 'simulated'))
    problems.push('BOREAL_TIME_SCALE: real machines do not run faster than time');
  return { engines, problems };
}

function readEngine(given: Given, entry: string): { engine: EngineConfig | null; problems: readonly string[] } {
  const [name = '', as = name, ...more] = entry.split('=').map((part) => part.trim());
  const kind = engineKinds.find((one) => one === as);
  const wrong = (why: string) => ({ engine: null, problems: [`BOREAL_ENGINES: ${why}`] });
  if (kind === undefined || more.length > 0) {
    return wrong(`“${entry}” says no kind of engine; write NAME=KIND, such as toronto=incus. Kinds: ${engineKinds.join(', ')}`);
  }
  if (!NAME.test(name)) return wrong(`“${name}” cannot be a name: take small letters, digits and hyphens, such as toronto-2`);
  if (engineKinds.some((one) => one === name && one !== kind)) return wrong(`an engine that is named ${name} is of that kind`);
  if (kind === 'simulated') return { engine: { name, kind }, problems: [] };
  return kind === 'incus' ? readIncus(given, name) : readOpenstack(given, name);
}

/** The settings of an engine, by their plain names; `called` gives the name under which each was set. */
function readSettings<T extends z.ZodObject>(
  given: Given,
  shape: T,
  { name, kind, ofOne }: { name: string; kind: EngineConfig['kind']; ofOne: readonly string[] },
): { data: z.output<T> | null; problems: readonly string[]; called: (setting: string) => string } {
  const called = (setting: string) => (name === kind ? setting : `${prefixOf(name)}${setting}`);
  const settings: Record<string, unknown> = {};
  for (const setting of Object.keys(shape.shape)) {
    const shared = ofOne.includes(setting) ? undefined : given[setting];
    settings[setting] = given[called(setting)] ?? shared;
  }
  const parsed = readValue(shape, settings);
  if (parsed.success) return { data: parsed.data, problems: [], called };
  const nameOf = (path: string) => (called(path) in given ? called(path) : path);
  return { data: null, problems: parsed.issues.map(({ path, message }) => `${nameOf(path)}: ${message.en}`), called };
}

function readOpenstack(given: Given, name: string): { engine: EngineConfig | null; problems: readonly string[] } {
  const { data, problems, called } = readSettings(given, OpenstackSettings, { name, kind: 'openstack', ofOne: [] });
  if (data === null) return { engine: null, problems };
  const openstack = openstackConfig(data);
  const unnamed = data.OS_CLOUD === undefined && data.OS_AUTH_URL === undefined;
  return {
    engine: { name, kind: 'openstack', openstack },
    problems: unnamed
      ? [`${called('OS_CLOUD')}: name a cloud of clouds.yaml, or say where one signs in with ${called('OS_AUTH_URL')}`]
      : [],
  };
}

function readIncus(given: Given, name: string): { engine: EngineConfig | null; problems: readonly string[] } {
  const read = readSettings(given, IncusSettings, { name, kind: 'incus', ofOne: OF_ONE });
  const { data: incus, called } = read;
  if (incus === null) return { engine: null, problems: read.problems };
  const problems: string[] = [];
  if (!(called('INCUS_URL') in given) && name !== 'incus')
    problems.push(`${called('INCUS_URL')}: the engine ${name} needs an address of its own`);
  if (incus.INCUS_URL.startsWith('https:')) {
    for (const file of ['INCUS_CLIENT_CERT_FILE', 'INCUS_CLIENT_KEY_FILE', 'INCUS_SERVER_CERT_FILE'] as const) {
      if (incus[file] === undefined) problems.push(`${called(file)}: an Incus at an https address needs it`);
    }
  }
  return { engine: { name, kind: 'incus', incus: incusConfig(incus) }, problems };
}

/** The prefix of a named engine's settings. */
function prefixOf(name: string): string {
  return `${name.toUpperCase().replaceAll('-', '_')}_`;
}

/** Settings of an engine that is not configured, and settings that do not exist: typing errors that would otherwise go unnoticed. */
function strayProblems(given: Given, names: readonly string[]): string[] {
  const settings: readonly string[] = [...Object.keys(IncusSettings.shape), ...Object.keys(OpenstackSettings.shape)];
  return Object.keys(given).flatMap((key) => {
    const at = key.search(/_(?:INCUS|OPENSTACK|OS)_/);
    if (at < 0) return [];
    const [prefix, setting] = [key.slice(0, at + 1), key.slice(at + 1)];
    const known = settings.includes(setting);
    if (names.some((name) => prefixOf(name) === prefix)) return known ? [] : [`${key}: there is no setting ${setting}`];
    return known ? [`${key}: BOREAL_ENGINES names no engine whose settings begin with ${prefix}`] : [];
  });
}

/** Two engines on one Incus would count, sell and watch the same machines twice. */
function sameProblems(engines: readonly EngineConfig[]): string[] {
  const byUrl = Map.groupBy(
    engines.flatMap((engine) => (engine.kind === 'incus' ? [engine] : [])),
    ({ incus }) => incus.url,
  );
  const incuses = [...byUrl].flatMap(([url, [first, ...others]]) =>
    others.flatMap((other) =>
      first === undefined || first.name === other.name
        ? []
        : [`BOREAL_ENGINES: ${first.name} and ${other.name} are one Incus (${url}): an engine is one machine or one cluster`],
    ),
  );
  const byCloud = Map.groupBy(
    engines.flatMap((engine) => (engine.kind === 'openstack' ? [engine] : [])),
    ({ openstack }) => cloudOf(openstack),
  );
  const clouds = [...byCloud.values()].flatMap(([first, ...others]) =>
    others.flatMap((other) =>
      first === undefined || first.name === other.name
        ? []
        : [`BOREAL_ENGINES: ${first.name} and ${other.name} are one project of one OpenStack: an engine is one project in one region`],
    ),
  );
  return [...incuses, ...clouds];
}

/** The comma-separated parts of a text. */
export function listed(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export function areProxies(texts: readonly string[]): boolean {
  try {
    trustedProxies(texts);
    return true;
  } catch {
    return false;
  }
}

function incusConfig(e: IncusSettings): IncusConfig {
  return {
    url: e.INCUS_URL,
    clientCertFile: e.INCUS_CLIENT_CERT_FILE ?? null,
    clientKeyFile: e.INCUS_CLIENT_KEY_FILE ?? null,
    serverCertFile: e.INCUS_SERVER_CERT_FILE ?? null,
    project: e.INCUS_PROJECT,
    network: e.INCUS_NETWORK,
    storagePool: e.INCUS_STORAGE_POOL,
    workPool: e.INCUS_WORK_POOL ?? e.INCUS_STORAGE_POOL,
    backupPool: e.INCUS_BACKUP_POOL,
    backupTarget: e.INCUS_BACKUP_TARGET ?? null,
    guests: {
      processesPerCpu: e.INCUS_PROCESSES_PER_CPU,
      diskMbPerCpu: e.INCUS_DISK_MB_PER_CPU ?? null,
      networkMbitPerCpu: e.INCUS_NETWORK_MBIT_PER_CPU ?? null,
      nesting: e.INCUS_NESTING === 'on',
    },
    gpuCleaner: e.INCUS_GPU_CLEANER ?? null,
    gpuList: e.INCUS_GPU_LIST === 'none' ? null : e.INCUS_GPU_LIST,
    reach: { probesFrom: e.INCUS_PROBE_FROM, deniedNetworks: e.INCUS_DENIED_NETWORKS, allowedNetworks: e.INCUS_ALLOWED_NETWORKS },
    probeProxy: e.INCUS_PROBE_PROXY ?? null,
  };
}
