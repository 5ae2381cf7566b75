import { backupRows } from './walk-backup-rows.ts';
import type { WalkRow } from './walk-row.ts';
import { freshPublicKey, type WalkWorld } from './walk-world.ts';

const empty = async () => ({});
const running = async (world: WalkWorld) => ({ id: world.running });

export const walkRows: Readonly<Record<string, WalkRow>> = {
  listGpuPlans: { limit: 60, good: empty },
  getAvailability: { limit: 60, good: empty },
  getStock: { limit: 30, good: empty },
  listRegions: { limit: 30, good: empty },
  listFlavors: { limit: 30, good: empty },
  listImages: { limit: 30, good: empty },
  listEnvironments: { limit: 30, good: empty },
  quoteDeployment: {
    limit: 60,
    good: async () => ({ query: { productId: 'l4-x1' } }),
    missing: () => [{ query: { productId: 'l4-x3' } }, { query: { productId: 'é' } }],
    meaning: { productId: 'any' },
  },

  listServers: { limit: 30, good: empty },
  createServer: {
    limit: 5,
    good: async ({ alice }) => ({ body: { productId: 'l4-x1', sshKeyId: alice.sshKeyId, name: 'walker', region: 'canada-montreal' } }),
    meaning: { productId: 'any', sshKeyId: 'any', name: [' '] },
    costs: 1.09,
    unpaid: ({ penniless }) =>
      // Credit is checked before stock: the second is sold out.
      [
        { productId: 'l4-x1', costs: 1.09 },
        { productId: 'h200-sxm-x1', costs: 4.99 },
      ].map(({ productId, costs }) => ({
        body: { productId, sshKeyId: penniless.sshKeyId },
        by: penniless,
        costs,
        has: 0,
      })),
    soldOut: ({ alice }) =>
      ['h200-sxm-x1', 'b200-sxm-x8', 'l40s-x1'].map((productId) => ({ body: { productId, sshKeyId: alice.sshKeyId } })),
  },
  getServer: { limit: 30, good: running, readsDeleted: true },
  deleteServer: { limit: 5, good: async ({ alice }) => ({ id: await alice.deploy('l4-x1') }) },
  actOnServer: {
    limit: 5,
    good: async ({ rest, running: id }) => {
      await rest.cloud.settle();
      return { id, body: { action: 'reboot' } };
    },
    meaning: { action: 'any' },
    other: (call) => ({ ...call, body: { action: 'stop' } }),
    unpaid: ({ broke }) => [
      // Its backups are on: the next hour is 1.09 and 0.013685, and the amount due is shown in whole cents.
      { id: broke.stopped, body: { action: 'start' }, by: broke, costs: 1.11, has: 0 },
      { id: broke.hibernated, body: { action: 'hibernate-restore' }, by: broke, costs: 1.09, has: 0 },
    ],
    soldOut: ({ soldOut: id }) => [{ id, body: { action: 'hibernate-restore' } }],
  },
  getServerMetrics: { limit: 30, good: running },
  listServerEvents: { limit: 30, good: running, readsDeleted: true },
  getServerUsage: { limit: 30, good: running, readsDeleted: true },
  getServerBudget: { limit: 60, good: running },

  listFirewallRules: { limit: 30, good: running },
  addFirewallRule: {
    limit: 5,
    good: async ({ running: id }) => ({
      id,
      body: {
        direction: 'ingress',
        protocol: 'tcp',
        ethertype: 'IPv4',
        remoteIpPrefix: freshNetwork(),
        portRangeMin: 1,
        portRangeMax: 65535,
      },
    }),
    meaning: { protocol: ['icmp'], ethertype: ['IPv6'], remoteIpPrefix: 'any' },
    other: (call) => ({ ...call, body: { ...call.body, protocol: 'udp' } }),
  },
  deleteFirewallRule: {
    limit: 5,
    good: async ({ rest, alice, running: id }) => {
      const body = { direction: 'egress', protocol: 'tcp', remoteIpPrefix: freshNetwork() };
      const { json } = await rest.send({ method: 'POST', path: `/servers/${id}/firewall`, key: alice.key, body });
      return { id, body: { ruleId: ruleIdIn(json) } };
    },
    missing: ({ running: id, bobsRule }) => [
      { id, body: { ruleId: bobsRule } },
      { id, body: { ruleId: 2 ** 40 } },
    ],
    meaning: { ruleId: 'any' },
  },

  ...backupRows,

  listSshKeys: { limit: 30, good: empty },
  addSshKey: {
    limit: 5,
    good: async () => ({ body: { name: 'walker', publicKey: freshPublicKey() } }),
    meaning: { publicKey: 'any', name: [' '] },
  },
  deleteSshKey: {
    limit: 5,
    good: async ({ rest, alice }) => {
      const body = { name: 'to delete', publicKey: freshPublicKey() };
      const { json } = await rest.send({ method: 'POST', path: '/settings/ssh-keys', key: alice.key, body });
      return { query: { id: String(dataOf(json)['id']) } };
    },
    missing: ({ bob }) => [{ query: { id: bob.sshKeyId } }, { query: { id: 'ssh_00000000000000000000000000' } }, { query: { id: 'é' } }],
    meaning: { id: 'any' },
  },

  getCredits: { limit: 30, good: empty },
  listApiKeys: { limit: 30, good: empty },
  // The specification gives it no limit of its own.
  getOpenapi: { limit: 60, good: empty },
};

/** `data` of an answer. */
export function dataOf(json: unknown): Record<string, unknown> {
  const data = typeof json === 'object' && json !== null && 'data' in json ? json.data : null;
  if (typeof data !== 'object' || data === null) throw new Error(`there is no data in ${JSON.stringify(json)}`);
  return { ...data };
}

function ruleIdIn(json: unknown): number {
  return Number(dataOf(json)['id']);
}

let networks = 0;

/** A network that no rule names yet. */
function freshNetwork(): string {
  networks += 1;
  return `10.${networks >> 8}.${networks & 255}.0/24`;
}
