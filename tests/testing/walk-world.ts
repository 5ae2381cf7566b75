import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { addFirewallRule } from '../../server/src/core/firewall/add-firewall-rule.ts';
import { revokeKey } from '../../server/src/core/keys/revoke-key.ts';
import { wire } from '../../server/src/core/ssh-keys/key-files.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../server/src/kit/clock.ts';
import { handClock } from '../../server/src/kit/hand-clock.ts';
import { openRestCloud, type Member, type RestCloud } from './rest-cloud.ts';

/** What the walk over every operation asks about: a customer with servers in every state, and others whose things are not hers. */
export interface World {
  readonly rest: RestCloud;
  readonly alice: Member;
  readonly bob: Member;
  /** Has an account, a key and an SSH key, and no credit. */
  readonly penniless: Member;
  /** Has used up what he had: a server that is STOPPED and one that is HIBERNATED, its paid hour over. */
  readonly broke: Member & { readonly stopped: string; readonly hibernated: string };
  /** Alice's: running, hibernated on a model that is sold out meanwhile, and deleted. */
  readonly running: string;
  readonly soldOut: string;
  readonly deleted: string;
  readonly bobsServer: string;
  readonly bobsRule: number;
  /** Alice's key for reading, and keys that work nowhere here, by what is wrong with them. */
  readonly readOnlyKey: string;
  readonly refusedKeys: Readonly<Record<string, string>>;
}

export async function openWorld(): Promise<World> {
  const rest = await openRestCloud({
    hosts: [
      { model: 'l4', cards: 64 },
      { model: 'l40s', cards: 1 },
    ],
  });
  const { cloud } = rest;
  const alice = await rest.member('1000');
  const bob = await rest.member('1000');
  const penniless = await rest.member('0');
  const broke = await rest.member('2.18');

  const deployed = { running: await alice.deploy('l4-x1'), soldOut: await alice.deploy('l40s-x1'), deleted: await alice.deploy('l4-x1') };
  const bobsServer = await bob.deploy('l4-x1');
  const { id: bobsRule } = await addFirewallRule(bob.ctx, {
    serverId: bobsServer,
    direction: 'ingress',
    protocol: 'udp',
    ethertype: 'IPv4',
  });
  const poor = { stopped: await broke.deploy('l4-x1'), hibernated: await broke.deploy('l4-x1') };
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
    broke: { ...broke, ...poor },
    ...deployed,
    bobsServer,
    bobsRule,
    readOnlyKey: (await rest.makeKey({ accountId: alice.accountId, access: 'read_only' })).text,
    refusedKeys: await makeRefusedKeys(rest, alice.accountId),
  };
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
