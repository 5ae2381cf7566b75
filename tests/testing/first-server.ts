import { after, before, beforeEach } from 'node:test';
import { addSshKey, deploy, untilActive } from './boreal-process-client.ts';
import { makeBorealHome, type BorealHome } from './boreal-process-home.ts';
import type { BorealProcess } from './boreal-process.ts';
import { started } from './started.ts';

/** Deploys a server for the demo's first customer; what it answers waits until that is ACTIVE, on the Boreal that runs then. */
export async function deployFirstServer(home: BorealHome, running: () => BorealProcess): Promise<() => Promise<void>> {
  const restKey = async () => (await home.demo()).customers[0].restKey;
  const key = await restKey();
  const serverId = await deploy(running(), key, { productId: 'l4-x1', sshKeyId: await addSshKey(running(), key) });
  const serverIsThere = async () => untilActive(running(), await restKey(), serverId);
  await serverIsThere();
  return serverIsThere;
}

/** A Boreal of a suite's own, on which a server runs. */
export interface ServedBoreal {
  readonly home: BorealHome;
  /** The one that runs now: a test that ends it starts another. */
  boreal: BorealProcess;
  /** Waits until the server is ACTIVE. */
  serverIsThere(): Promise<void>;
}

/** Starts one before a suite's tests. A test that fails leaves the next one a Boreal that runs. */
export function servedBoreal(): ServedBoreal {
  let home: BorealHome | undefined;
  let boreal: BorealProcess | undefined;
  let serverIsThere: (() => Promise<void>) | undefined;
  const own: ServedBoreal = {
    get home() {
      return started(home);
    },
    get boreal() {
      return started(boreal);
    },
    set boreal(next) {
      boreal = next;
    },
    serverIsThere: () => started(serverIsThere)(),
  };
  before(async () => {
    home = await makeBorealHome();
    boreal = await home.start();
    serverIsThere = await deployFirstServer(home, () => own.boreal);
  });
  beforeEach(async () => {
    if (await Promise.race([own.boreal.exited, null])) own.boreal = await own.home.start();
  });
  after(() => home?.close());
  return own;
}
