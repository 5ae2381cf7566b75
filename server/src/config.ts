import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { trustedProxies } from './kit/trusted-proxies.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Where everything is kept unless BOREAL_DATA_DIR says otherwise. */
export const DEFAULT_DATA_DIR = resolve(ROOT, 'data');

const Origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  message: 'must be an origin such as https://gpu.example.com, without a path or a slash at the end',
});

const Environment = z.object({
  BOREAL_PORT: z.coerce.number({ error: 'must be a port number' }).int().min(1).max(65535).default(8080),
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
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .refine(areProxies, 'must be addresses such as 10.0.0.7 or networks such as 10.0.0.0/8, separated by commas'),
  BOREAL_TIME_SCALE: z.coerce.number({ error: 'must be a number' }).min(1).max(100_000).default(1),
  BOREAL_ENGINE: z.enum(['simulated']).default('simulated'),
  BOREAL_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('warn'),
  VALKEY_URL: z
    .string()
    .regex(/^(redis|valkey)s?:\/\//, 'must begin with redis:// or valkey://')
    .optional(),
});

function areProxies(texts: readonly string[]): boolean {
  try {
    trustedProxies(texts);
    return true;
  } catch {
    return false;
  }
}

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly siteUrl: string;
  /** Null: an embedded Postgres in the data directory. */
  readonly databaseUrl: string | null;
  readonly role: 'all' | 'api' | 'worker';
  readonly mode: 'demo' | 'production';
  readonly trustedProxies: readonly string[];
  readonly timeScale: number;
  readonly engine: 'simulated';
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  readonly valkeyUrl: string | null;
}

/** The environment cannot be used; the message names each variable and what is wrong with it. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads the configuration from the environment; an empty variable counts as absent. @throws ConfigError */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  const e = parsed.data;
  if (e.BOREAL_MODE === 'production') refuseDemoDefaults(given, e);
  return {
    port: e.BOREAL_PORT,
    host: e.BOREAL_HOST,
    dataDir: resolve(ROOT, e.BOREAL_DATA_DIR),
    siteUrl: e.SITE_URL ?? `http://localhost:${e.BOREAL_PORT}`,
    databaseUrl: e.DATABASE_URL ?? null,
    role: e.BOREAL_ROLE,
    mode: e.BOREAL_MODE,
    trustedProxies: e.BOREAL_TRUSTED_PROXIES,
    timeScale: e.BOREAL_TIME_SCALE,
    engine: e.BOREAL_ENGINE,
    logLevel: e.BOREAL_LOG_LEVEL,
    valkeyUrl: e.VALKEY_URL ?? null,
  };
}

function refuseDemoDefaults(given: Record<string, unknown>, e: z.infer<typeof Environment>): void {
  const problems: string[] = [];
  if (!('SITE_URL' in given)) problems.push('SITE_URL: production needs the public https origin of the site');
  else if (e.SITE_URL && !e.SITE_URL.startsWith('https://') && new URL(e.SITE_URL).hostname !== 'localhost') {
    problems.push('SITE_URL: production is served over https');
  }
  if (!('DATABASE_URL' in given)) problems.push('DATABASE_URL: production needs a Postgres of its own; the embedded one is for the demo');
  if (!('BOREAL_ENGINE' in given))
    problems.push('BOREAL_ENGINE: production needs the engine to be named; the default one only simulates machines');
  if (e.BOREAL_TIME_SCALE !== 1) problems.push('BOREAL_TIME_SCALE: only a demo may run faster than time');
  if (problems.length > 0) throw new ConfigError(problems);
}
