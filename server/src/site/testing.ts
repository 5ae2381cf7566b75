import type { FastifyInstance } from 'fastify';
import { startCloud, type Cloud, type HostGpus } from '../core/testing/cloud.ts';
import { createLimits } from '../door/limits.ts';
import type { Engine } from '../engines/engine.ts';
import { endpoints } from '../http/endpoints.ts';
import { describeApi, firstRegions } from '../http/openapi/describe-api.ts';
import { openapiSource } from '../http/openapi/openapi-source.ts';
import { openRestDoor } from '../http/test-rest-door.ts';
import { createLog, type Log } from '../kit/log.ts';
import { pagePaths } from './pages.ts';
import { localPath, locales } from './locales.ts';
import { publicSite } from './public-site.ts';
import { readApi, type Api } from './reference/read-api.ts';
import { enginesOf } from '../engines/engines.ts';

export const SITE_URL = 'http://localhost:8080';

/** The public site with the REST door beside it, on a cloud whose clock a test moves. */
export interface TestSite {
  readonly app: FastifyInstance;
  readonly cloud: Cloud;
  /** Logged errors: the inner cause of every page that failed. */
  readonly bugs: unknown[];
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<TestPage>;
  /** From now on queries to the database fail. */
  loseDatabase(): void;
  /** Advances real time: what is cached in memory is refreshed. */
  wait(ms: number): void;
  wall(): Date;
  close(): Promise<void>;
}

export interface TestPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export async function openTestSite(
  options: { siteUrl?: string; hosts?: HostGpus; engine?: Partial<Engine>; pagesFactor?: number } = {},
): Promise<TestSite> {
  const { siteUrl = SITE_URL, pagesFactor = 100 } = options;
  const cloud = await startCloud(options.hosts ? { hosts: options.hosts } : {});
  const time = { wall: new Date() };
  const database = { isLost: false };
  const clock = { now: () => cloud.clock.now(), wall: () => time.wall, scale: 1 };
  const { db } = cloud;
  const engines = enginesOf([{ ...cloud.engine, ...options.engine }]);
  const { log, bugs } = bugLog();
  const limits = createLimits({ clock, log, factor: pagesFactor });
  const sql = db.sql.withPlugin({
    transformQuery: ({ node }) => {
      if (database.isLost) throw new Error('the database is away');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const door = await openRestDoor({ db, sql, clock, log, engines, limits, siteUrl });
  const { app, availability } = door;
  const openapi = openapiSource({ siteUrl, endpoints, db: sql, clock, log });
  await publicSite(app, {
    base: { ...cloud.ctx, clock, log },
    db: sql,
    clock,
    log,
    engines,
    limits,
    availability,
    openapi,
    endpoints,
    siteUrl,
  });
  return {
    app,
    cloud,
    bugs,
    get: async (path, headers = {}) => {
      const answer = await app.inject({ method: 'GET', url: path, headers: { accept: 'text/html', ...headers } });
      return { status: answer.statusCode, headers: answer.headers, text: answer.payload };
    },
    loseDatabase: () => {
      database.isLost = true;
    },
    wait: (ms) => {
      time.wall = new Date(time.wall.getTime() + ms);
    },
    wall: () => time.wall,
    close: async () => {
      await door.close();
      await cloud.close();
    },
  };
}

/** The reference's input. */
export async function readRestApi(): Promise<{ api: Api; names: string[] }> {
  const api = await describeApi({ siteUrl: SITE_URL, endpoints, regions: firstRegions });
  return { api: readApi(JSON.stringify(api), new Map()), names: endpoints.map(({ name }) => name) };
}

/** The models that a new installation sells. */
export async function soldSlugs({ cloud }: TestSite): Promise<string[]> {
  const rows = await cloud.db.sql.selectFrom('gpuModels').select('slug').orderBy('position').execute();
  return rows.map(({ slug }) => slug);
}

/** The URL of every page in every language. */
export async function everyPage(site: TestSite): Promise<string[]> {
  const paths = pagePaths(await soldSlugs(site));
  return locales.flatMap((locale) => paths.map((path) => localPath(locale, path)));
}

function bugLog(): { log: Log; bugs: unknown[] } {
  const silent = createLog('silent');
  const bugs: unknown[] = [];
  const quiet = (level: 'debug' | 'info' | 'warn') => silent[level].bind(silent);
  const log: Log = {
    debug: quiet('debug'),
    info: quiet('info'),
    warn: quiet('warn'),
    error: (about: unknown) => void bugs.push(about),
  };
  return { log, bugs };
}
