import type { Tx } from '../../../db/connect.ts';

/** Gives a new server, whose rules are at version 1, a copy of another server's rules. */
export function copyRulesOf(tx: Tx, input: { fromServerId: string; serverId: string; now: Date }) {
  return tx
    .insertInto('firewallRules')
    .columns(['serverId', 'direction', 'protocol', 'ethertype', 'cidr', 'portMin', 'portMax', 'version', 'createdAt'])
    .expression((eb) =>
      eb
        .selectFrom('firewallRules')
        .select((each) => [
          each.val(input.serverId).as('serverId'),
          'direction',
          'protocol',
          'ethertype',
          'cidr',
          'portMin',
          'portMax',
          each.lit(1).as('version'),
          each.val(input.now).as('createdAt'),
        ])
        .where('serverId', '=', input.fromServerId)
        .orderBy('id'),
    );
}
