import { join } from 'node:path';
import pg from 'pg';
import { connect } from '../server/src/db/connect.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { benchAvailability } from './availability.ts';
import { benchDeploy } from './deploy.ts';
import { benchMcp } from './mcp.ts';
import { benchMetering } from './metering.ts';
import type { CaseName, Options } from './options.ts';
import type { Result } from './report.ts';
import { benchServerList } from './server-list.ts';
import { fitOut } from './shop.ts';
import { startBoreal } from './start-boreal.ts';
import { withPostgres } from './with-postgres.ts';

type Say = (line: string) => void;

/** Runs the cases on its own Postgres and servers, all of them removed afterwards, even when `interrupted` rejects. */
export async function runBench(options: Options, say: Say, interrupted: Promise<never>): Promise<readonly Result[]> {
  say('starting Postgres');
  return withPostgres(async ({ url, dir }) => {
    const results: Result[] = [];
    const requests = options.cases.filter((name) => name !== 'metering');
    if (requests.length > 0) results.push(...(await benchRequests({ databaseUrl: url, dir, options, interrupted }, say)));
    if (options.cases.includes('metering')) results.push(...(await Promise.race([benchMeter(url, options, say), interrupted])));
    return results;
  });
}

interface Place {
  readonly databaseUrl: string;
  readonly dir: string;
  readonly options: Options;
  readonly interrupted: Promise<never>;
}

async function benchRequests({ databaseUrl, dir, options, interrupted }: Place, say: Say): Promise<Result[]> {
  const { cases, quick } = options;
  const pace = quick ? { rounds: 1, seconds: 1 } : { rounds: 5, seconds: 3 };
  say('starting Boreal and filling its shop');
  const boreal = await startBoreal({ databaseUrl, dataDir: join(dir, 'boreal') });
  try {
    const { watcher, deployers } = await fitOut(databaseUrl, { deployers: 20, hostsPerModel: quick ? 150 : 500 });
    const run = async (name: CaseName): Promise<readonly Result[]> => {
      const tell = (line: string) => say(`${name}: ${line}`);
      switch (name) {
        case 'availability':
          return [await benchAvailability(boreal, pace, tell)];
        case 'servers':
          return [await benchServerList(boreal, { databaseUrl, customer: watcher }, pace, tell)];
        case 'deploy':
          return benchDeploy(boreal, { databaseUrl, customers: deployers }, { ...pace, rounds: Math.min(pace.rounds, 3) }, tell);
        case 'mcp':
          return benchMcp(boreal, { databaseUrl }, pace, tell);
        case 'metering':
          return [];
      }
    };
    const results: Result[] = [];
    for (const name of cases) results.push(...(await Promise.race([run(name), interrupted])));
    return results;
  } finally {
    await boreal.stop();
  }
}

/** Each fleet has its own, otherwise empty database. Many small accounts cost more, so they are reported separately. */
async function benchMeter(clusterUrl: string, { quick }: Options, say: Say): Promise<Result[]> {
  const servers = quick ? 20_000 : 1_000_000;
  const results: Result[] = [];
  for (const { accounts, limit } of [
    { accounts: servers / 100, limit: 2 },
    { accounts: servers / 10, limit: null },
  ]) {
    const name = `bench_metering_${accounts}`;
    say(`metering: filling a database with ${servers} running servers of ${accounts} accounts`);
    const admin = new pg.Client({ connectionString: clusterUrl });
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    const url = new URL(clusterUrl);
    url.pathname = `/${name}`;
    await migrate(url.href);
    const db = connect({ url: url.href });
    try {
      results.push(...(await benchMetering(db, { servers, accounts }, limit, (line) => say(`metering: ${line}`))));
    } finally {
      await db.close();
    }
  }
  return results;
}
