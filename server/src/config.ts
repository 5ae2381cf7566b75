import { fromCad } from '@boreal/contract/values/money.ts';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readValue } from '@boreal/contract/values/read-value.ts';
import { z } from 'zod';
import { BackupSettings, readBackups, type BackupConfig } from './config-backups.ts';
import { areProxies, engineKinds, IncusSettings, listed, OpenstackSettings, readEngines, type EngineConfig } from './config-engines.ts';
import { IdentitySettings, readIdentities, type IdentitiesConfig } from './config-identities.ts';
import { readTraces, TraceSettings, type TracesConfig } from './config-traces.ts';
import { unreadSettings } from './config-unread.ts';
import { logLevels, type LogLevel } from './kit/log.ts';
import { PASSWORD_COST } from './kit/password-cost.ts';
import { easyRules, type SignInRules } from './kit/sign-in-rules.ts';
import { parseSender, type Sender } from './mail/sender.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Where everything is stored by default (BOREAL_DATA_DIR). */
export const DEFAULT_DATA_DIR = resolve(ROOT, 'data');

/** The sender of the demo's mail: an address that belongs to nobody. */
const DEMO_SENDER: Sender = { name: 'Boreal', email: 'no-reply@boreal.example' };

const Origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  message: 'must be an origin such as https://gpu.example.com, without a path or a slash at the end',
});

const SecretText = z.string().min(32, 'must have 32 characters or more; make one with: openssl rand -base64 32');

const Environment = z.object({
  ...IncusSettings.shape,
  ...OpenstackSettings.shape,
  ...BackupSettings.shape,
  ...TraceSettings.shape,
  ...IdentitySettings.shape,
  BOREAL_PORT: z.coerce.number({ error: 'must be a port number, 1 to 65535' }).int().min(1).max(65535).default(8080),
  BOREAL_HOST: z.string().min(1).default('localhost'),
  BOREAL_DATA_DIR: z.string().min(1).default('data'),
  SITE_URL: Origin.optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  BOREAL_ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  BOREAL_MODE: z.enum(['demo', 'production']).default('demo'),
  BOREAL_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(listed)
    .refine(areProxies, 'must be addresses such as 10.0.0.7 or networks such as 10.0.0.0/8, separated by commas'),
  BOREAL_TIME_SCALE: z.coerce.number({ error: 'must be a number from 1 to 100000' }).min(1).max(100_000).default(1),
  BOREAL_CLOCK: z.enum(['check', 'go-on']).default('check'),
  BOREAL_ENGINE: z.enum(engineKinds).optional(),
  BOREAL_ENGINES: z.string().transform(listed).optional(),
  BOREAL_GPU_EXPORTER: z
    .string()
    .refine((text) => /^https?:\/\//.test(text) && text.includes('{host}') && URL.canParse(text.replaceAll(/\{(host|engine)\}/g, 'name')), {
      message: 'must be an address with {host} for the name of each host, such as http://{host}:9400/metrics',
    })
    .optional(),
  BOREAL_PAYMENTS: z.enum(['sandbox', 'stripe']).default('sandbox'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must begin with sk_ or rk_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, 'must begin with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must begin with whsec_')
    .optional(),
  BOREAL_METRICS: z
    .string()
    .refine((text) => endpointOf(text) !== null, 'must be an address and a port, such as localhost:9464')
    .transform(endpointOf)
    .optional(),
  BOREAL_LOG_LEVEL: z.enum(logLevels).default('warn'),
  BOREAL_SECRET: SecretText.optional(),
  BOREAL_SECRET_BEFORE: SecretText.optional(),
  BOREAL_OPERATOR_SECOND_FACTOR: z.enum(['required', 'optional']).optional(),
  BOREAL_OPERATOR_SESSION_HOURS: z.coerce.number({ error: 'must be a number of hours' }).min(0.25).max(168).optional(),
  BOREAL_OPERATOR_IDLE_MINUTES: z.coerce.number({ error: 'must be a number of minutes' }).int().min(5).max(10_080).optional(),
  BOREAL_OPERATOR_NETWORKS: z
    .string()
    .transform(listed)
    .refine(areProxies, 'must be addresses such as 203.0.113.7 or networks such as 10.20.0.0/16, separated by commas')
    .optional(),
  BOREAL_HEARTBEAT: z.string().min(1).optional(),
  BOREAL_DRAIN_SECONDS: z.coerce.number({ error: 'must be a number from 0 to 20' }).min(0).max(20).optional(),
  BOREAL_CREDIT_ALONE_CAD: z.coerce.number({ error: 'must be an amount of CAD' }).min(0).max(1_000_000).optional(),
  BOREAL_PRICE_ALONE_PERCENT: z.coerce.number({ error: 'must be a number of percent' }).min(0).max(1000).optional(),
  BOREAL_SIGN_UPS_A_DAY: z.coerce.number({ error: 'must be a number' }).int().min(1).max(100_000).optional(),
  BOREAL_SIGN_UP_WORK: z.coerce.number({ error: 'must be a number from 0 to 24' }).int().min(0).max(24).default(0),
  BOREAL_INVITES_AFTER_HOURS: z.coerce.number({ error: 'must be a number of hours' }).min(0).max(8760).optional(),
  BOREAL_PASSWORD_COST: z.coerce.number({ error: 'must be a number from 10 to 20' }).int().min(10).max(20).default(PASSWORD_COST),
  VALKEY_URL: z
    .string()
    .regex(/^(redis|valkey)s?:\/\//, 'must begin with redis:// or valkey://')
    .optional(),
  SMTP_URL: z
    .string()
    .refine((text) => /^smtps?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== '', {
      message: 'must be an address such as smtps://user:password@mail.example.com or smtp://localhost:25',
    })
    .optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:(?:mailto:)?[^\s@:]+@[^\s@]+|https:\/\/\S+|tel:\+\S+)$/, 'must be an e-mail address, or a link that begins with https://')
    .optional(),
  MAIL_FROM: z
    .string()
    .transform((text) => parseSender(text))
    .refine((sender) => sender !== null, 'must be an address such as Boreal <no-reply@gpu.example.com>')
    .optional(),
});

/** The names of all variables that Boreal reads. */
export const SETTINGS: readonly string[] = Object.keys(Environment.shape);

/** Parses `localhost:9464` or `[::1]:9464`; null if it is neither. */
function endpointOf(text: string): { host: string; port: number } | null {
  const [, host, digits] = /^(\[[0-9a-f:.]+\]|[^\s:/]+):(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  return host === undefined || port < 1 || port > 65_535 ? null : { host: host.replace(/^\[|\]$/g, ''), port };
}

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly siteUrl: string;
  /** How long a process that is about to end reports not ready but still answers, so that load balancers send it no new clients. */
  readonly drainMs: number;
  /** Null: an embedded Postgres in the data directory. */
  readonly databaseUrl: string | null;
  readonly role: 'all' | 'api' | 'worker';
  /** The heartbeat file, which shows when a worker last looked after servers; null: nothing monitors it. */
  readonly heartbeat: string | null;
  /** How the embedded Postgres is backed up; null: not at all. */
  readonly backups: BackupConfig | null;
  readonly mode: 'demo' | 'production';
  readonly trustedProxies: readonly string[];
  readonly timeScale: number;
  /** What a start does if the machine's clock is behind what the database has seen. */
  readonly clock: 'check' | 'go-on';
  /** At least one; names are unique. */
  readonly engines: readonly EngineConfig[];
  /** The URL of the GPU exporter on each host, with `{host}` for its name; null: GPU health is not read. */
  readonly gpuExporter: string | null;
  /** The payment provider, with its keys if it is Stripe. */
  readonly payments: PaymentsConfig;
  /** Where Prometheus reads the measurements; null: nothing is measured. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Null: nothing collects traces. */
  readonly traces: TracesConfig | null;
  readonly logLevel: LogLevel;
  /** Signs what browsers store. Null: a demo keeps its own secret in its database. */
  readonly secret: string | null;
  /** The previous secret, for as long as what it signed must stay valid. */
  readonly secretBefore: string | null;
  /** The cost of hashing a password: the power of two of scrypt's N. */
  readonly passwordCost: number;
  readonly rules: SignInRules;
  readonly valkeyUrl: string | null;
  /** Null: mail is written to the data directory. */
  readonly smtpUrl: string | null;
  readonly mailFrom: Sender;
  /** A sentence for each variable that looks like a setting but is never read. */
  readonly unread: readonly string[];
  /** Where to report vulnerabilities. Null: to the seller's address. */
  readonly securityContact: string | null;
  /** The providers people may sign in with. */
  readonly identities: IdentitiesConfig;
}

export type PaymentsConfig =
  | { readonly provider: 'sandbox' }
  | {
      readonly provider: 'stripe';
      readonly secretKey: string;
      readonly publishableKey: string;
      readonly webhookSecret: string;
      /** Stripe's test mode moves no money: anyone who knows its test cards gets free credit. */
      readonly testMode: boolean;
    };

/** The environment is invalid; the message names each variable and what is wrong with it. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads the configuration from the environment; an empty variable counts as unset. @throws ConfigError */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = readValue(Environment, given);
  if (!parsed.success) throw new ConfigError(parsed.issues.map(({ path, message }) => `${path}: ${message.en}`));
  const e = parsed.data;
  if (e.BOREAL_MODE === 'production') refuseDemoDefaults(given, e);
  const backups = readBackups(e, ROOT);
  const { engines, problems: ofEngines } = readEngines(given, e);
  const identities = readIdentities(e);
  const problems = [...secretProblems(e), ...backups.problems, ...ofEngines, ...identities.problems];
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    port: e.BOREAL_PORT,
    host: e.BOREAL_HOST,
    dataDir: resolve(ROOT, e.BOREAL_DATA_DIR),
    siteUrl: e.SITE_URL ?? `http://localhost:${e.BOREAL_PORT}`,
    drainMs: (e.BOREAL_DRAIN_SECONDS ?? (e.BOREAL_MODE === 'production' ? DRAIN_SECONDS : 0)) * 1000,
    databaseUrl: e.DATABASE_URL ?? null,
    heartbeat: e.BOREAL_HEARTBEAT === undefined ? null : resolve(ROOT, e.BOREAL_HEARTBEAT),
    backups: backups.config,
    role: e.BOREAL_ROLE,
    mode: e.BOREAL_MODE,
    trustedProxies: e.BOREAL_TRUSTED_PROXIES,
    timeScale: e.BOREAL_TIME_SCALE,
    clock: e.BOREAL_CLOCK,
    engines,
    payments: paymentsOf(e),
    metrics: e.BOREAL_METRICS ?? null,
    traces: readTraces(e),
    logLevel: e.BOREAL_LOG_LEVEL,
    secret: e.BOREAL_SECRET ?? null,
    secretBefore: e.BOREAL_SECRET_BEFORE ?? null,
    passwordCost: e.BOREAL_PASSWORD_COST,
    rules: rulesOf(e),
    valkeyUrl: e.VALKEY_URL ?? null,
    gpuExporter: e.BOREAL_GPU_EXPORTER ?? null,
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM ?? DEMO_SENDER,
    securityContact: e.SECURITY_CONTACT ?? null,
    identities: identities.config,
    unread: unreadSettings(given, { settings: SETTINGS, engines: engines.map(({ name }) => name) }),
  };
}

/** Checks that the secret differs from the one it replaces. */
function secretProblems(e: z.infer<typeof Environment>): string[] {
  if (e.BOREAL_SECRET_BEFORE === undefined || (e.BOREAL_SECRET !== undefined && e.BOREAL_SECRET !== e.BOREAL_SECRET_BEFORE)) return [];
  return ['BOREAL_SECRET_BEFORE: it is the secret that BOREAL_SECRET replaces, so BOREAL_SECRET must be another'];
}

/** A working day, with some margin. */
const OPERATOR_SESSION_HOURS = 12;
const OPERATOR_IDLE_MINUTES = 30;

/** Two health checks of the package's Caddy configuration. */
const DRAIN_SECONDS = 5;

/** Allows a promotion, not a giveaway. */
const PRICE_ALONE_PERCENT = 25;

/** Production is strict unless the operator relaxes it; a demo has nothing to lose. */
function rulesOf(e: z.infer<typeof Environment>): SignInRules {
  const careful = e.BOREAL_MODE === 'production';
  const alone = e.BOREAL_CREDIT_ALONE_CAD ?? (careful ? 1000 : null);
  return {
    operatorsNeedSecondFactor: (e.BOREAL_OPERATOR_SECOND_FACTOR ?? (careful ? 'required' : 'optional')) === 'required',
    operatorSessionHours: e.BOREAL_OPERATOR_SESSION_HOURS ?? (careful ? OPERATOR_SESSION_HOURS : null),
    operatorIdleMinutes: e.BOREAL_OPERATOR_IDLE_MINUTES ?? (careful ? OPERATOR_IDLE_MINUTES : null),
    operatorNetworks: e.BOREAL_OPERATOR_NETWORKS ?? null,
    creditAloneMicros: alone === null ? null : fromCad(alone),
    priceAlonePercent: e.BOREAL_PRICE_ALONE_PERCENT ?? (careful ? PRICE_ALONE_PERCENT : null),
    signUpsADay: e.BOREAL_SIGN_UPS_A_DAY ?? (careful ? 20 : easyRules.signUpsADay),
    signUpWorkBits: e.BOREAL_SIGN_UP_WORK,
    invitesAfterHours: e.BOREAL_INVITES_AFTER_HOURS ?? (careful ? 24 : 0),
  };
}

function paymentsOf(e: z.infer<typeof Environment>): PaymentsConfig {
  if (e.BOREAL_PAYMENTS === 'sandbox') return { provider: 'sandbox' };
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = e;
  if (secretKey && publishableKey && webhookSecret) {
    if (e.BOREAL_TIME_SCALE !== 1) throw new ConfigError(['BOREAL_TIME_SCALE: Stripe charges in real time; take BOREAL_PAYMENTS=sandbox']);
    const [secretMode, browserMode] = [modeOf(secretKey), modeOf(publishableKey)];
    if (secretMode !== browserMode) {
      throw new ConfigError([`STRIPE_PUBLISHABLE_KEY: it is of ${browserMode} mode, and STRIPE_SECRET_KEY of ${secretMode} mode`]);
    }
    return { provider: 'stripe', secretKey, publishableKey, webhookSecret, testMode: secretMode === 'test' };
  }
  const given = { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_WEBHOOK_SECRET: webhookSecret };
  const missing = Object.entries(given).flatMap(([name, value]) => (value ? [] : [`${name}: BOREAL_PAYMENTS=stripe needs it`]));
  throw new ConfigError(missing);
}

/** The mode of Stripe's keys is in their second part. */
function modeOf(key: string): 'live' | 'test' {
  return /^(?:sk|rk|pk)_live_/.test(key) ? 'live' : 'test';
}

function refuseDemoDefaults(given: Record<string, unknown>, e: z.infer<typeof Environment>): void {
  const problems: string[] = [];
  if (!('SITE_URL' in given)) problems.push('SITE_URL: production needs the public https origin of the site');
  else if (e.SITE_URL && !e.SITE_URL.startsWith('https://') && new URL(e.SITE_URL).hostname !== 'localhost') {
    problems.push('SITE_URL: production is served over https');
  }
  if (!['DATABASE_URL', 'BOREAL_BACKUP_DIR', 'BOREAL_BACKUP_BUCKET'].some((name) => name in given))
    problems.push(
      'DATABASE_URL: production needs a Postgres of its own, or backups of the embedded one: BOREAL_BACKUP_DIR, on another disk, or BOREAL_BACKUP_BUCKET',
    );
  // Other processes sharing the data directory would wait forever for the first to end, and perhaps nobody would do the work.
  if (e.BOREAL_ROLE !== 'all' && !('DATABASE_URL' in given))
    problems.push(
      'BOREAL_ROLE: several processes need a Postgres of yours, in DATABASE_URL; the one that Boreal runs itself is of one process',
    );
  if (!('BOREAL_ENGINE' in given) && !('BOREAL_ENGINES' in given))
    problems.push('BOREAL_ENGINE: production needs the engine to be named; the default one only simulates machines');
  if (!('SMTP_URL' in given)) problems.push('SMTP_URL: production sends its mail; name an SMTP server');
  if (!('MAIL_FROM' in given)) problems.push('MAIL_FROM: production needs the address that its mail comes from');
  if (!('BOREAL_PAYMENTS' in given))
    problems.push('BOREAL_PAYMENTS: production needs whoever charges cards to be named; the default one only pretends to');
  if (!('BOREAL_SECRET' in given))
    problems.push('BOREAL_SECRET: production signs sessions with a secret of its own; make one with: openssl rand -base64 32');
  if (e.BOREAL_OPERATOR_SECOND_FACTOR === 'optional')
    problems.push('BOREAL_OPERATOR_SECOND_FACTOR: production needs a second factor of its operators');
  if (e.BOREAL_PASSWORD_COST < PASSWORD_COST)
    problems.push(`BOREAL_PASSWORD_COST: production hashes passwords at ${PASSWORD_COST} or more`);
  if (e.BOREAL_TIME_SCALE !== 1) problems.push('BOREAL_TIME_SCALE: only a demo may run faster than time');
  if (problems.length > 0) throw new ConfigError(problems);
}
