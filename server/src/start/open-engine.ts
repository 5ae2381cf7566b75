import { readFile } from 'node:fs/promises';
import { readMark } from '../core/ground/installation/installation.store.ts';
import { addressBook } from '../core/fleet/addresses/address-book.ts';
import { listEngineHosts } from '../core/fleet/capacity/capacity.store.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { readingBook } from '../core/fleet/readings/reading-book.ts';
import { wantedOfEngine } from '../core/fleet/capacity/wanted-of-engine.ts';
import type { Config, IncusConfig } from '../config.ts';
import type { Engine } from '../engines/engine.ts';
import { checkIncus } from '../engines/incus/check-incus.ts';
import { createIncusClient } from '../engines/incus/incus-client.ts';
import { createIncusEngine } from '../engines/incus/incus-engine.ts';
import type { IncusAddress } from '../engines/incus/incus-transport.ts';
import { directProbe, proxyProbe } from '../engines/incus/ssh-probe.ts';
import { createSimulatedEngine } from '../engines/simulated/simulated-engine.ts';
import { StartRefused } from './start-refused.ts';

export interface OpenEngine {
  readonly engine: Engine;
  /** What is wrong with it, as sentences that say what to do. */
  check(signal: AbortSignal): Promise<EngineFindings>;
  /** Strangers rent its machines: what is unsafe is an error. */
  readonly strict: boolean;
  close(): void;
}

export interface EngineFindings {
  /** What keeps it from making machines. */
  readonly missing: readonly string[];
  /** What lets whoever rents a machine harm others: production does not start with it. */
  readonly unsafe: readonly string[];
}

/** Builds the configured engine. It may be down: wishes are kept until it answers. */
export async function openEngine(config: Pick<Config, 'engine' | 'incus' | 'mode'>, ctx: Ctx): Promise<OpenEngine> {
  const strict = config.mode === 'production';
  return { ...(await (config.engine === 'incus' ? openIncus(config.incus, ctx) : openSimulated(ctx))), strict };
}

async function openSimulated({ db, clock }: Ctx): Promise<Omit<OpenEngine, 'strict'>> {
  const engine = createSimulatedEngine({
    query: async <R>(sql: string, params: readonly unknown[] = []) => {
      const result = await db.pool.query(sql, [...params]);
      const rows: readonly R[] = result.rows;
      return rows;
    },
    clock,
    seed: 'boreal',
    hosts: (name) => listEngineHosts(db.sql, 'simulated', name),
  });
  await engine.prepare();
  return { engine, check: async () => ({ missing: [], unsafe: [] }), close: () => undefined };
}

async function openIncus(config: IncusConfig, ctx: Ctx): Promise<Omit<OpenEngine, 'strict'>> {
  const { clock, log } = ctx;
  const client = createIncusClient(await incusAddress(config), { clock, project: config.project });
  const { storagePool, workPool, backupPool, backupTarget, network, guests } = config;
  const layout = { owner: await readMark(ctx.db.sql), storagePool, workPool, backupPool, backupTarget, network, guests };
  const engine = createIncusEngine({
    client,
    clock,
    log,
    layout,
    addresses: addressBook(ctx),
    readings: readingBook(ctx),
    probe: config.probeProxy === null ? directProbe : proxyProbe(config.probeProxy),
    reach: config.reach,
  });
  return {
    engine,
    async check(signal) {
      const { sentences, ...wanted } = await wantedOfEngine(ctx.db.sql, engine.name);
      const { missing, unsafe } = await checkIncus({ client, layout, hosts: () => engine.hosts(signal) }, wanted, signal);
      return { missing: [...sentences, ...missing], unsafe };
    },
    close: () => client.close(),
  };
}

async function incusAddress(config: IncusConfig): Promise<IncusAddress> {
  if (config.url.startsWith('unix:')) return { socketPath: new URL(config.url).pathname };
  return {
    url: new URL(config.url),
    clientCert: await readSecret('INCUS_CLIENT_CERT_FILE', config.clientCertFile),
    clientKey: await readSecret('INCUS_CLIENT_KEY_FILE', config.clientKeyFile),
    serverCert: await readSecret('INCUS_SERVER_CERT_FILE', config.serverCertFile),
  };
}

async function readSecret(name: string, path: string | null): Promise<string> {
  try {
    return await readFile(path ?? '', 'utf8');
  } catch {
    throw new StartRefused(`${name} cannot be read: ${path}. It must be a PEM file that the user who runs Boreal may read.`);
  }
}
