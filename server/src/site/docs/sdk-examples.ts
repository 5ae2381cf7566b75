/** How to install the SDK, and programs that use it. `tests/sdk/story.test.ts` runs them. */
export function sdkExamples({ siteUrl, productId }: { siteUrl: string; productId: string }) {
  return {
    install: [`export BOREAL_URL=${siteUrl}`, 'npm install "$BOREAL_URL/sdk/boreal-sdk.tgz"'].join('\n'),
    key: 'read -rs BOREAL_API_KEY && export BOREAL_API_KEY',
    client: `import { Boreal } from 'boreal-sdk';

export const boreal = new Boreal({
  siteUrl: process.env.BOREAL_URL,
  apiKey: process.env.BOREAL_API_KEY,
});`,
    server: `import { waitForServer } from 'boreal-sdk';
import { boreal } from './boreal.mjs';

const productId = '${productId}';
const { items: sshKeys } = await boreal.listSshKeys();
const { pricing } = await boreal.quoteDeployment({ productId });
if (pricing.hourly > 10) throw new Error('That is too much an hour');

const { id } = await boreal.createServer({
  productId,
  sshKeyId: sshKeys[0].id,
  name: 'from-the-sdk',
});
const server = await waitForServer(boreal, { id, status: 'ACTIVE' });
console.log(server.status, server.ipv4, server.sshPort);

await boreal.deleteServer({ id });`,
    errors: `import { BorealError } from 'boreal-sdk';
import { boreal } from './boreal.mjs';

try {
  await boreal.getServer({ id: 'srv_unknown' });
} catch (error) {
  if (!(error instanceof BorealError)) throw error;
  console.log(error.code, error.message, error.requestId);
}`,
    lists: `import { all } from 'boreal-sdk';
import { boreal } from './boreal.mjs';

for await (const server of all((page) => boreal.listServers(page))) {
  console.log(server.name, server.status, server.monthlyCost);
}`,
  } as const;
}
