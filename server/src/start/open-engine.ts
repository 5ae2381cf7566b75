import { readFile } from 'node:fs/promises';
import { readMark } from '../core/ground/installation/installation.store.ts';
import { addressBook } from '../core/fleet/addresses/address-book.ts';
import { fencedEngine } from '../core/fleet/holders/fenced-engine.ts';
import { isUnwritten } from '../core/fleet/holders/holder.rules.ts';
import { readHolderRow } from '../core/fleet/holders/holders.store.ts';
import { fencedSentence, tendHolder } from '../core/fleet/holders/tend-holder.ts';
import { listEngineHosts } from '../core/fleet/capacity/places/capacity.store.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { readingBook } from '../core/fleet/readings/reading-book.ts';
import { wantedOfEngine, type WantedOfEngine } from '../core/fleet/capacity/hosts/wanted-of-engine.ts';
import type { EngineConfig, IncusConfig } from '../config-engines.ts';
import type { Config } from '../config.ts';
import type { Engine } from '../engines/engine.ts';
import type { Holder } from '../engines/holder-record.ts';
import { checkIncus, missingImages as missingIncusImages, needsCleaner, uncleanedGpus } from '../engines/incus/check/check-incus.ts';
import { checkReach, type Target, untriedReach } from '../engines/incus/check/check-reach.ts';
import { cleanerAt, whyNoCleaner } from '../engines/parts/clean-gpus.ts';
import { createIncusClient } from '../engines/incus/client/incus-client.ts';
import { createIncusEngine, createTopology } from '../engines/incus/incus-engine.ts';
import { addressesOfHosts, createPassage } from '../engines/incus/firewall/passage.ts';
import { whyNoProtocolNames } from '../engines/incus/rules/protocol-names.ts';
import { toEngineSilent } from '../engines/incus/client/incus-silence.ts';
import type { IncusAddress } from '../engines/incus/client/incus-transport.ts';
import { addressesTold } from '../engines/openstack/check/check-addresses.ts';
import { missingImages as missingCloudImages } from '../engines/openstack/check/check-images.ts';
import { checkOpenstack } from '../engines/openstack/check/check-openstack.ts';
import { createCloudClient } from '../engines/openstack/cloud/cloud-client.ts';
import { CloudWordsWrong } from '../engines/openstack/cloud/cloud-settings.rules.ts';
import { createDirectory } from '../engines/openstack/directory.ts';
import { createOpenstackEngine } from '../engines/openstack/openstack-engine.ts';
import { toEngineSilent as toCloudSilent } from '../engines/openstack/cloud/openstack-silence.ts';
import { readCloudSettings } from '../engines/openstack/cloud/read-cloud-settings.ts';
import { directProbe, proxyProbe } from '../engines/parts/ssh-probe.ts';
import { createSimulatedEngine } from '../engines/simulated/simulated-engine.ts';
import { StartRefused } from './start-refused.ts';

export interface OpenEngine {
  readonly engine: Engine;
  /** The engine's problems, as sentences that say what to do. @throws EngineSilent */
  check(signal: AbortSignal): Promise<EngineFindings>;
  /** The problems of these images alone. @throws EngineSilent */
  checkImages(images: WantedOfEngine['images'], signal: AbortSignal): Promise<readonly string[]>;
  /** Tries, from inside a test machine, to reach what customers' machines must not reach; null if machines have no network. */
  tryReach(signal: AbortSignal): Promise<EngineReach | null>;
  /** Strangers rent its machines, so anything unsafe is an error. */
  readonly strict: boolean;
  close(): void;
}

export interface EngineFindings {
  /** What prevents it from making machines. */
  readonly missing: readonly string[];
  /** What lets someone who rents a machine harm others: production does not start with it. */
  readonly unsafe: readonly string[];
  /** Which addresses its machines get, as a sentence; absent if Boreal assigns them its own addresses. */
  readonly addresses?: string;
}

export interface EngineReach {
  /** How many ports were tried. */
  readonly tried: number;
  /** The addresses that answered. */
  readonly answered: readonly string[];
  /** Why nothing could be tried; null if it could. */
  readonly untried: string | null;
  /** Why a machine like a customer's does not start; null if one did, or none was made. */
  readonly unstarted: string | null;
}

/** The rest of the configuration that an engine needs. */
export type OpenEngineConfig = Pick<Config, 'mode' | 'databaseUrl' | 'valkeyUrl'>;

/** Builds one engine. It may be down: wishes are kept until it answers. */
export async function openEngine(one: EngineConfig, config: OpenEngineConfig, ctx: Ctx): Promise<OpenEngine> {
  const strict = config.mode === 'production';
  const opened = await openKind(one, config, ctx);
  return {
    ...opened,
    strict,
    engine: fencedEngine(ctx, opened.engine),
    async check(signal) {
      const found = await opened.check(signal);
      const isOurs = await tendHolder(ctx, opened.engine, { counts: 'never', signal });
      return isOurs ? found : { ...found, missing: [fencedSentence(one.name), ...found.missing] };
    },
  };
}

function openKind(one: EngineConfig, config: OpenEngineConfig, ctx: Ctx): Promise<Omit<OpenEngine, 'strict'>> {
  switch (one.kind) {
    case 'simulated':
      return openSimulated(one.name, ctx);
    case 'incus':
      return openIncus(one, config, ctx);
    case 'openstack':
      return openOpenstack(one, ctx);
  }
}

async function openSimulated(name: string, { db, clock }: Ctx): Promise<Omit<OpenEngine, 'strict'>> {
  const engine = createSimulatedEngine({
    name,
    query: async <R>(sql: string, params: readonly unknown[] = []) => {
      const result = await db.pool.query(sql, [...params]);
      const rows: readonly R[] = result.rows;
      return rows;
    },
    clock,
    seed: 'boreal',
    hosts: (hostName) => listEngineHosts(db.sql, name, hostName),
  });
  await engine.prepare();
  const check = async (signal: AbortSignal) => {
    await engine.hosts(signal);
    return { missing: [], unsafe: [] };
  };
  return { engine, check, checkImages: async () => [], tryReach: async () => null, close: () => undefined };
}

async function openIncus(
  { name, incus }: Extract<EngineConfig, { kind: 'incus' }>,
  config: OpenEngineConfig,
  ctx: Ctx,
): Promise<Omit<OpenEngine, 'strict'>> {
  const { clock, log } = ctx;
  const client = createIncusClient(await incusAddress(incus), { clock, project: incus.project });
  const { storagePool, workPool, backupPool, backupTarget, network, guests, gpuCleaner } = incus;
  const cleaner = gpuCleaner === 'none' ? null : gpuCleaner;
  const layout = { owner: await readMark(ctx.db.sql), storagePool, workPool, backupPool, backupTarget, network, guests };
  const engine = createIncusEngine({
    name,
    client,
    clock,
    log,
    layout,
    addresses: addressBook(ctx, name),
    readings: readingBook(ctx),
    probe: incus.probeProxy === null ? directProbe : proxyProbe(incus.probeProxy),
    reach: incus.reach,
    gpuList: incus.gpuList,
    gpuCleaner: cleaner === null ? null : cleanerAt(cleaner),
  });
  return {
    engine,
    async check(signal) {
      const { sentences, ...wanted } = await wantedOfEngine(ctx.db.sql, engine.name);
      const { missing, unsafe } = await checkIncus({ client, layout, hosts: () => engine.hosts(signal) }, wanted, signal).catch(
        (error: unknown) => {
          throw toEngineSilent(error) ?? error;
        },
      );
      const here = await Promise.all([
        cleaner !== null && needsCleaner(wanted) ? whyNoCleaner(cleaner) : null,
        isLocal(incus) ? whyNoProtocolNames() : null,
      ]);
      return {
        missing: [...sentences, ...missing, ...here.filter((sentence) => sentence !== null)],
        unsafe: [...unsafe, ...(gpuCleaner === null ? uncleanedGpus(wanted) : [])],
      };
    },
    async checkImages(images, signal) {
      const { machineTypes } = await wantedOfEngine(ctx.db.sql, engine.name);
      return missingIncusImages(client, { images, machineTypes }, signal).catch((error: unknown) => {
        throw toEngineSilent(error) ?? error;
      });
    },
    async tryReach(signal) {
      const { machineTypes, images } = await wantedOfEngine(ctx.db.sql, engine.name);
      const image = images[0]?.engineName;
      if (!machineTypes.includes('container')) return untriedReach('It is tried from a container, and no pool sells containers.');
      if (image === undefined) return untriedReach('There is no default image to make the machine from that would try it.');
      const topology = createTopology(client, clock);
      const passage = await createPassage(client, clock, topology, { network, ...incus.reach })(signal);
      const hostAddresses = await addressesOfHosts(client, await topology(signal), signal);
      return checkReach({ client, layout, passage, hostAddresses }, { image, more: servicesOf(config, incus) }, signal);
    },
    close: () => client.close(),
  };
}

async function openOpenstack(
  { name, openstack }: Extract<EngineConfig, { kind: 'openstack' }>,
  ctx: Ctx,
): Promise<Omit<OpenEngine, 'strict'>> {
  const { clock, log } = ctx;
  const settings = await readCloudSettings(openstack).catch((error: unknown) => {
    throw error instanceof CloudWordsWrong ? new StartRefused(`The engine ${name}: ${error.message}`, { cause: error }) : error;
  });
  const client = createCloudClient(settings, { clock, log });
  const layout = { owner: await readMark(ctx.db.sql), ...openstack };
  const probe = openstack.probeProxy === null ? directProbe : proxyProbe(openstack.probeProxy);
  const engine = createOpenstackEngine({
    name,
    client,
    clock,
    log,
    layout,
    readings: readingBook(ctx),
    probe: openstack.probe === 'none' ? null : probe,
    console: openstack.console,
    metrics: openstack.metrics,
  });
  const heard = <T>(asked: Promise<T>, signal: AbortSignal) =>
    asked.catch(async (error: unknown) => {
      throw (await toCloudSilent(error, client, signal)) ?? error;
    });
  return {
    engine,
    async checkImages(images, signal) {
      const { sizes } = await wantedOfEngine(ctx.db.sql, engine.name);
      const deps = { client, layout, directory: createDirectory(client, clock, layout) };
      return heard(missingCloudImages(deps, { images, sizes }, signal), signal);
    },
    async check(signal) {
      const { sentences, ...wanted } = await wantedOfEngine(ctx.db.sql, engine.name);
      const own = await readHolderRow(ctx.db.sql, name);
      const deps = { client, layout, directory: createDirectory(client, clock, layout) };
      const isLate = (said: Holder) => isUnwritten(own, said, clock.wall());
      const of = { name, hosts: () => engine.hosts(signal), metrics: openstack.metrics, console: openstack.console, isLate };
      const missing = await heard(checkOpenstack(deps, of, wanted, signal), signal);
      return { missing: [...sentences, ...missing], unsafe: [], addresses: await heard(addressesTold(deps, signal), signal) };
    },
    // The cloud's operators set up the isolation of machines, so it is theirs to test.
    tryReach: async () => null,
    close: () => client.close(),
  };
}

/** The services that Boreal itself uses over the network, which no one else should reach. */
function servicesOf({ databaseUrl, valkeyUrl }: OpenEngineConfig, incus: IncusConfig): Target[] {
  return [
    { url: databaseUrl, port: 5432 },
    { url: valkeyUrl, port: 6379 },
    { url: incus.url, port: 8443 },
  ].flatMap(({ url, port }) => {
    const at = url === null ? null : new URL(url);
    const host = at?.hostname.replace(/^\[|\]$/g, '') ?? '';
    return ['', 'localhost', '127.0.0.1', '::1'].includes(host) ? [] : [{ host, port: Number(at?.port || port) }];
  });
}

/** Whether Incus is on this machine. */
export function isLocal({ url }: IncusConfig): boolean {
  return url.startsWith('unix:');
}

export async function incusAddress(config: IncusConfig): Promise<IncusAddress> {
  if (isLocal(config)) return { socketPath: new URL(config.url).pathname };
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
