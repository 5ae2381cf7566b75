import { z } from 'zod';

const Text = z.string().min(1).optional();
const OnOff = z.enum(['on', 'off']);

/** `h100x8=lab.h100x8,h100x1=lab.h100x1` */
function pairs(example: string) {
  return z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .map((part) => part.split('=').map((side) => side.trim())),
    )
    .refine((all) => all.every((sides) => sides.length === 2 && sides.every((side) => side !== '')), `must be a list such as ${example}`)
    .transform((all) => new Map(all.map(([name = '', value = '']) => [name, value])));
}

/** `flavor`, or several: `flavor,volume`. */
function choices<const T extends string>(all: readonly [T, ...T[]], first: T) {
  return z
    .string()
    .default(first)
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.tuple([z.enum(all)], z.enum(all), `must be ${all.join(' or ')}, or both with the usual one first: ${all.join(',')}`))
    .refine((chosen) => new Set(chosen).size === chosen.length, 'names one twice');
}

/** Credentials: OpenStack's own variables. */
const SignInSettings = z.object({
  OS_CLOUD: Text,
  OS_CLIENT_CONFIG_FILE: Text,
  OS_AUTH_URL: Text,
  OS_AUTH_TYPE: Text,
  OS_USERNAME: Text,
  OS_USER_ID: Text,
  OS_PASSWORD: Text,
  OS_USER_DOMAIN_NAME: Text,
  OS_USER_DOMAIN_ID: Text,
  OS_PROJECT_NAME: Text,
  OS_PROJECT_ID: Text,
  OS_PROJECT_DOMAIN_NAME: Text,
  OS_PROJECT_DOMAIN_ID: Text,
  OS_APPLICATION_CREDENTIAL_ID: Text,
  OS_APPLICATION_CREDENTIAL_NAME: Text,
  OS_APPLICATION_CREDENTIAL_SECRET: Text,
  OS_REGION_NAME: Text,
  OS_INTERFACE: Text,
  OS_CACERT: Text,
});

/** The settings of an OpenStack engine. `probeFrom` parses a list of addresses or networks. */
export function openstackSettings<T extends z.ZodType>(probeFrom: T) {
  return z.object({
    ...SignInSettings.shape,
    OPENSTACK_CLOUD: z.enum(['theirs', 'ours']).default('theirs'),
    OPENSTACK_NETWORK: z.string().min(1).default('boreal'),
    OPENSTACK_FLOATING_NETWORK: Text,
    OPENSTACK_FLAVORS: pairs('h100x1=gpu.h100,h100x8=gpu.h100x8'),
    OPENSTACK_GPU_ALIASES: pairs('h100=h100,l4=l4'),
    OPENSTACK_SYSTEM_DISK: choices(['flavor', 'volume'], 'flavor'),
    OPENSTACK_WORK_DISK: choices(['volume', 'ephemeral'], 'volume'),
    OPENSTACK_VOLUME_TYPE: Text,
    OPENSTACK_CONFIG_DRIVE: OnOff.default('off'),
    OPENSTACK_DUAL_STACK: OnOff.default('off'),
    OPENSTACK_PROBE: z.enum(['ssh', 'none']).default('ssh'),
    OPENSTACK_PROBE_FROM: probeFrom,
    OPENSTACK_PROBE_PROXY: z
      .string()
      .regex(/^(unix:\/\/\/.+|http:\/\/[^/]+:\d+)$/, 'must be http://host:port or unix:///path/of/a.socket')
      .optional(),
    OPENSTACK_CONSOLE: z.enum(['serial', 'none']).default('serial'),
    OPENSTACK_METRICS: z.enum(['diagnostics', 'none']).default('none'),
  });
}
type OpenstackSettings = z.output<ReturnType<typeof openstackSettings<z.ZodType<readonly string[]>>>>;

/** How a cloud is reached and used. Files are read when the engine is opened. */
export interface OpenstackConfig {
  /** The name of a cloud in `clouds.yaml`; null: `words` has everything. */
  readonly cloud: string | null;
  readonly cloudsFile: string | null;
  /** The values of the `OS_*` variables, without the OS_ and in lowercase. */
  readonly words: Readonly<Record<string, string | null>>;
  readonly whose: 'ours' | 'theirs';
  readonly network: string;
  readonly floatingNetwork: string | null;
  readonly flavors: ReadonlyMap<string, string>;
  readonly gpuAliases: ReadonlyMap<string, string>;
  /** The first is the default of a pool that chooses nothing. */
  readonly systemDisks: readonly ['flavor' | 'volume', ...('flavor' | 'volume')[]];
  readonly workDisks: readonly ['volume' | 'ephemeral', ...('volume' | 'ephemeral')[]];
  readonly volumeType: string | null;
  readonly configDrive: boolean;
  readonly ipv6: boolean;
  readonly probe: 'ssh' | 'none';
  readonly probesFrom: readonly string[];
  readonly probeProxy: string | null;
  readonly console: 'line' | 'none';
  readonly metrics: boolean;
}

const OF_FILES: readonly string[] = ['OS_CLOUD', 'OS_CLIENT_CONFIG_FILE'];

export function openstackConfig(e: OpenstackSettings): OpenstackConfig {
  const said: Readonly<Record<string, unknown>> = e;
  const words = Object.keys(SignInSettings.shape)
    .filter((name) => !OF_FILES.includes(name))
    .map((name) => [name.slice('OS_'.length).toLowerCase(), typeof said[name] === 'string' ? said[name] : null] as const);
  return {
    cloud: e.OS_CLOUD ?? null,
    cloudsFile: e.OS_CLIENT_CONFIG_FILE ?? null,
    words: Object.fromEntries(words),
    whose: e.OPENSTACK_CLOUD,
    network: e.OPENSTACK_NETWORK,
    floatingNetwork: e.OPENSTACK_FLOATING_NETWORK ?? null,
    flavors: e.OPENSTACK_FLAVORS,
    gpuAliases: e.OPENSTACK_GPU_ALIASES,
    systemDisks: e.OPENSTACK_SYSTEM_DISK,
    workDisks: e.OPENSTACK_WORK_DISK,
    volumeType: e.OPENSTACK_VOLUME_TYPE ?? null,
    configDrive: e.OPENSTACK_CONFIG_DRIVE === 'on',
    ipv6: e.OPENSTACK_DUAL_STACK === 'on',
    probe: e.OPENSTACK_PROBE,
    probesFrom: e.OPENSTACK_PROBE_FROM,
    probeProxy: e.OPENSTACK_PROBE_PROXY ?? null,
    console: e.OPENSTACK_CONSOLE === 'serial' ? 'line' : 'none',
    metrics: e.OPENSTACK_METRICS === 'diagnostics',
  };
}

/** What two engines must not share: the same project of the same region of the same cloud would be counted and watched twice. */
export function cloudOf({ cloud, cloudsFile, words }: OpenstackConfig): string {
  const parts = [
    'auth_url',
    'region_name',
    'project_id',
    'project_name',
    'project_domain_id',
    'project_domain_name',
    'application_credential_id',
  ];
  return JSON.stringify([cloud, cloudsFile, ...parts.map((part) => words[part] ?? null)]);
}
