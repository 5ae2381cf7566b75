import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { createBackup } from '../../server/src/core/fleet/lifecycle/backup/create-backup.ts';
import { setBackupOption } from '../../server/src/core/fleet/backups/set-backup-option.ts';
import { createOrder } from '../../server/src/core/commerce/orders/create-order.ts';
import { giveCard, moveTo } from '../../server/src/core/testing/paying-customer.ts';
import { addFirewallRule } from '../../server/src/core/fleet/firewall/add-firewall-rule.ts';
import { revokeKey } from '../../server/src/core/ground/keys/revoke-key.ts';
import { wire } from '../../server/src/core/ground/ssh-keys/testing/key-files.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../server/src/kit/clock.ts';
import type { Customer } from '../../server/src/core/testing/cloud.ts';
import { handClock } from '../../server/src/kit/hand-clock.ts';
import { openRestCloud, type Member, type RestCloud } from './rest-cloud.ts';

/** What the walk over every operation asks about: a customer with servers in every state, and others whose things are not hers. */
export interface WalkWorld {
  readonly rest: RestCloud;
  readonly alice: Member;
  readonly bob: Member;
  /** Has an account, a key and an SSH key, and no credit. */
  readonly penniless: Member;
  /** Has used up what he had: a server that is STOPPED and one that is HIBERNATED, its paid hour over. */
  readonly broke: Member & { readonly stopped: string; readonly hibernated: string; readonly backup: SavedServer };
  /** Has spent all he had on a server that `payMonth` makes a prepaid one. */
  readonly prepaid: Member & { readonly server: string };
  /** Has ordered a server paid ahead, whose card has not been charged yet. */
  readonly ordering: Member & { readonly server: string };
  /** Alice's: running, hibernated on a model that is sold out meanwhile, and deleted. */
  readonly running: string;
  readonly soldOut: string;
  readonly deleted: string;
  readonly bobsServer: string;
  readonly bobsRule: number;
  /** Backups that are ready: Alice's of a server that runs and of the one whose model is sold out, and Bob's. */
  readonly saved: SavedServer;
  readonly savedSoldOut: SavedServer;
  readonly bobsSaved: SavedServer;
  /** Alice's key for reading, and keys that work nowhere here, by what is wrong with them. */
  readonly readOnlyKey: string;
  readonly refusedKeys: Readonly<Record<string, string>>;
}

/** A server with the backup option on, and a backup of it. */
export interface SavedServer {
  readonly serverId: string;
  readonly backupId: string;
}

export async function openWorld(): Promise<WalkWorld> {
  const rest = await openRestCloud({ hosts: { l4: [64, 64], l40s: [1], 'a100-80gb': [1] } });
  const { cloud } = rest;
  const alice = await rest.member('1000');
  const bob = await rest.member('1000');
  const penniless = await rest.member('0');
  const broke = await rest.member('2.18');
  const prepaid = await rest.member('1.09');
  const ordering = await rest.member('0');

  const deployed = { running: await alice.deploy('l4-x1'), soldOut: await alice.deploy('l40s-x1'), deleted: await alice.deploy('l4-x1') };
  const bobsServer = await bob.deploy('l4-x1');
  const { id: bobsRule } = await addFirewallRule(bob.ctx, {
    serverId: bobsServer,
    direction: 'ingress',
    protocol: 'udp',
    ethertype: 'IPv4',
  });
  const poor = { stopped: await broke.deploy('l4-x1'), hibernated: await broke.deploy('l4-x1') };
  const toSave = await alice.deploy('l4-x1');
  const prepaidServer = await prepaid.deploy('l4-x1');
  await cloud.settle();
  const saved = await save(alice, toSave);
  const savedSoldOut = await save(alice, deployed.soldOut);
  const bobsSaved = await save(bob, bobsServer);
  const backup = await save(broke, poor.stopped);
  await cloud.settle();
  await alice.act(deployed.soldOut, 'hibernate');
  await alice.remove(deployed.deleted);
  await broke.act(poor.stopped, 'stop');
  await broke.act(poor.hibernated, 'hibernate');
  await cloud.settle();
  await bob.deploy('l40s-x1');
  await cloud.settle();
  cloud.clock.advance(HOUR_MS);

  return {
    rest,
    alice,
    bob,
    penniless,
    broke: { ...broke, ...poor, backup },
    prepaid: { ...prepaid, server: prepaidServer },
    ordering: { ...ordering, server: await orderMonth(rest, ordering) },
    ...deployed,
    bobsServer,
    bobsRule,
    saved,
    savedSoldOut,
    bobsSaved,
    readOnlyKey: (await rest.makeKey({ accountId: alice.accountId, access: 'read_only' })).text,
    refusedKeys: await makeRefusedKeys(rest, alice.accountId),
  };
}

/** Orders the last card of its model. */
async function orderMonth({ cloud }: RestCloud, member: Member): Promise<string> {
  await moveTo(member, 'QC');
  await giveCard(cloud, member);
  const begun = await createOrder(member.ctx, {
    productId: 'a100-80gb-x1',
    cycle: 'monthly',
    region: 'canada-montreal',
    sshKeyId: member.sshKeyId,
    autoRenew: false,
  });
  return begun.serverId;
}

/** Turns a server's backups on and begins one, which is ready once the cloud rests. */
export async function save(owner: Customer, serverId: string): Promise<SavedServer> {
  await setBackupOption(owner.ctx, { serverId, enabled: true });
  const { id: backupId } = await createBackup(owner.ctx, { serverId });
  return { serverId, backupId };
}

/**
 * Makes the prepaid server one whose paid month begins now, its backup option on or off as said and not paid for. Nothing
 * sells such servers yet: its row is changed.
 */
export async function payMonth({ rest, prepaid }: WalkWorld, { optionIsOn }: { optionIsOn: boolean }): Promise<void> {
  const { clock, db } = rest.cloud;
  const change = (term: { billingCycle: 'hourly' | 'monthly'; paidFrom: Date | null; paidUntil: Date | null }) =>
    db.sql.updateTable('servers').set(term).where('id', '=', prepaid.server).execute();
  // An hourly server turns the option on for nothing.
  await change({ billingCycle: 'hourly', paidFrom: null, paidUntil: null });
  await setBackupOption(prepaid.ctx, { serverId: prepaid.server, enabled: optionIsOn });
  await change({ billingCycle: 'monthly', paidFrom: clock.now(), paidUntil: addMs(clock.now(), 30 * DAY_MS) });
}

async function makeRefusedKeys(rest: RestCloud, accountId: string): Promise<Record<string, string>> {
  const { ctx } = rest.cloud;
  const revoked = await rest.makeKey({ accountId });
  await revokeKey(ctx, { accountId, keyId: revoked.id });
  const ninetyDaysAgo = { ...ctx, clock: handClock(addMs(ctx.clock.now(), -90 * DAY_MS)) };
  const working = await rest.makeKey({ accountId });
  return {
    unknown: `gpu_${'x'.repeat(40)}`,
    short: 'gpu_short',
    'cut by one character': working.text.slice(0, -1),
    'longer by one character': `${working.text}x`,
    revoked: revoked.text,
    expired: (await rest.makeKey({ accountId, ctx: ninetyDaysAgo })).text,
    'of MCP': (await rest.makeKey({ accountId, kind: 'mcp' })).text,
  };
}

/** A public key that nobody has yet, as `ssh-keygen` would write it. */
export function freshPublicKey(): string {
  const { x } = z.object({ x: z.string() }).parse(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }));
  return `ssh-ed25519 ${wire('ssh-ed25519', Buffer.from(x, 'base64url')).toString('base64')} walk@test`;
}
