import { addSshKey, deploy, untilActive } from './boreal-process-client.ts';
import type { BorealHome } from './boreal-process-home.ts';
import type { BorealProcess } from './boreal-process.ts';

/** Deploys a server for the demo's first customer; what it answers waits until that is ACTIVE, on the Boreal that runs then. */
export async function deployFirstServer(home: BorealHome, running: () => BorealProcess): Promise<() => Promise<void>> {
  const restKey = async () => (await home.demo()).customers[0].restKey;
  const key = await restKey();
  const serverId = await deploy(running(), key, { productId: 'l4-x1', sshKeyId: await addSshKey(running(), key) });
  const serverIsThere = async () => untilActive(running(), await restKey(), serverId);
  await serverIsThere();
  return serverIsThere;
}
