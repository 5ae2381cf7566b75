import { TERMS_VERSION } from '@boreal/contract/people/sign-in.ts';
import { seedCatalog } from '../core/money/catalog/seed-catalog.store.ts';
import { addHost } from '../core/fleet/capacity/hosts/add-host.ts';
import { addPool } from '../core/fleet/capacity/pools/add-pool.ts';
import { createAccount } from '../core/money/accounts/create-account.ts';
import { createUser } from '../core/ground/people/create-user.ts';
import { updateProfile } from '../core/ground/profiles/update-profile.ts';
import { giveCredit } from '../core/money/ledger/ledger.store.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { createMcpKey } from '../core/money/agents/create-mcp-key.ts';
import { createKey } from '../core/ground/keys/create-key.ts';
import type { Tx } from '../db/connect.ts';
import { randomBase62 } from '../kit/ids.ts';
import { agentPermissions, type AgentCaps } from '@boreal/contract/agents/agents.ts';
import { MICROS_PER_CAD } from '@boreal/contract/values/money.ts';
import type { Province, UpdateProfileRequest } from '@boreal/contract/account/profile.ts';
import { lockAccount } from '../core/money/ledger/locked-account.store.ts';

export interface DemoCustomer {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly accountId: string;
  /** CAD at the first start. */
  readonly balance: number;
  readonly restKey: string;
  readonly readOnlyKey: string;
  readonly mcpKey: string;
}

export interface Demo {
  readonly customers: readonly DemoCustomer[];
  readonly operator: { readonly email: string; readonly password: string };
}

/** The domain of demo addresses: a name nobody can own. */
export const DEMO_DOMAIN = 'demo.example';

/** One for each kind of tax: two lines in Québec, one in Ontario, only the federal one in Alberta. */
const people = [
  {
    name: 'Aurore',
    email: `aurore@${DEMO_DOMAIN}`,
    micros: 1000n * MICROS_PER_CAD,
    profile: {
      company: 'Calcul Boréal inc.',
      language: 'fr',
      address: address({ line1: '355 rue Sainte-Catherine Ouest', city: 'Montréal', province: 'QC', postalCode: 'H3B 1A5' }),
      taxIds: [{ kind: 'gst_hst', number: '123456789RT0001' }],
    },
  },
  {
    name: 'Basile',
    email: `basile@${DEMO_DOMAIN}`,
    micros: 1n * MICROS_PER_CAD,
    profile: { address: address({ line1: '100 Queen Street West', city: 'Toronto', province: 'ON', postalCode: 'M5H 2N2' }) },
  },
  {
    name: 'Cédric',
    email: `cedric@${DEMO_DOMAIN}`,
    micros: 0n,
    profile: { address: address({ line1: '800 Macleod Trail SE', city: 'Calgary', province: 'AB', postalCode: 'T2G 2M3' }) },
  },
] as const satisfies readonly { name: string; email: string; micros: bigint; profile: UpdateProfileRequest }[];

/** Hosts of eight GPUs (four for the smaller boards): everything in the catalog but the L40S is in stock. */
const pools = [
  { model: 'h200-sxm', hosts: 2, cards: 8 },
  { model: 'h100-sxm', hosts: 4, cards: 8 },
  { model: 'a100-80gb', hosts: 2, cards: 8 },
  { model: 'rtx-pro-6000', hosts: 4, cards: 4 },
  { model: 'l40s', hosts: 0, cards: 8 },
  { model: 'l4', hosts: 8, cards: 2 },
] as const;

/**
 * Fills an empty installation with the demo: catalog, hosts of the simulated engine of this name (null: none), people, keys and credit.
 * Returns its secrets.
 */
export async function seedDemo(tx: Tx, ctx: Ctx, options: { engine: string | null }): Promise<Demo> {
  const now = ctx.clock.now();
  await seedCatalog(tx, now);
  if (options.engine !== null) await seedHosts(ctx, options.engine);
  const customers: DemoCustomer[] = [];
  for (const person of people) customers.push(await seedCustomer(tx, ctx, person));
  const operator = { email: `operator@${DEMO_DOMAIN}`, password: randomBase62(20) };
  await createUser(tx, { ...operator, name: 'Operator', role: 'owner', now });
  return { customers, operator };
}

async function seedHosts(ctx: Ctx, engine: string): Promise<void> {
  for (const pool of pools) {
    const { id: poolId } = await addPool(ctx, { name: pool.model, engine, gpuModel: pool.model });
    for (let n = 1; n <= pool.hosts; n += 1) {
      await addHost(ctx, { poolId, name: `${pool.model}-${String(n).padStart(2, '0')}`, gpuCount: pool.cards });
    }
  }
}

async function seedCustomer(tx: Tx, ctx: Ctx, person: (typeof people)[number]): Promise<DemoCustomer> {
  const { name, email, micros, profile } = person;
  const now = ctx.clock.now();
  const password = randomBase62(20);
  const accountId = await createAccount(tx, { name, now });
  await createUser(tx, { email, name, password, role: 'customer', accountId, termsVersion: TERMS_VERSION, now });
  await updateProfile({ ...ctx, accountId }, profile);
  await giveWelcome(tx, ctx, accountId, micros);
  return { name, email, password, accountId, balance: Number(micros / MICROS_PER_CAD), ...(await makeKeys(ctx, accountId)) };
}

function address(place: { line1: string; city: string; province: Province; postalCode: string }) {
  return { line2: null, country: 'CA', ...place } as const;
}

/** The welcome credit of the demo customer with this address, CAD. */
export function welcomeCad(email: string): number {
  return Number((people.find((person) => person.email === email)?.micros ?? 0n) / MICROS_PER_CAD);
}

/** The caps of the demo's agents: enough to try everything once, and low enough to reach one. CAD. */
const demoCaps: AgentCaps = { serverHourly: 10, totalHourly: 25, servers: 5, monthlySpend: 250, perCharge: 3000, monthlyCharges: 6000 };

/** A full, a read-only and an MCP key for a demo customer. */
export async function makeKeys(ctx: Ctx, accountId: string): Promise<Pick<DemoCustomer, 'restKey' | 'readOnlyKey' | 'mcpKey'>> {
  const full = await createKey(ctx, { accountId, access: 'full', name: 'demo' });
  const readOnly = await createKey(ctx, { accountId, access: 'read_only', name: 'demo, read only' });
  const mcp = await createMcpKey(ctx, {
    accountId,
    name: 'demo agent',
    readOnly: false,
    permissions: [...agentPermissions],
    caps: demoCaps,
    approvalAbove: null,
    stopAtCap: true,
  });
  return { restKey: full.text, readOnlyKey: readOnly.text, mcpKey: mcp.text };
}

async function giveWelcome(tx: Tx, ctx: Ctx, accountId: string, amountMicros: bigint): Promise<void> {
  if (amountMicros === 0n) return;
  await giveCredit(tx, ctx, await lockAccount(tx, accountId), {
    key: `demo-welcome:${accountId}`,
    type: 'promo',
    amountMicros,
    against: 'promo',
    data: { of: 'by_hand', reason: 'Welcome credit of the demo' },
  });
}
