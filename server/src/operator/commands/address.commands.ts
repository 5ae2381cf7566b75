import type { Command } from 'commander';
import { addAddresses } from '../../core/fleet/addresses/add-addresses.ts';
import { countAddresses, type AddressCount } from '../../core/fleet/addresses/addresses.store.ts';
import { removeAddresses } from '../../core/fleet/addresses/remove-addresses.ts';
import { listSharedAddresses, type SharedAddressUse } from '../../core/fleet/forwards/shared-addresses.store.ts';
import { shareAddress, unshareAddress } from '../../core/fleet/forwards/share-address.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { engineKindsWithBook } from '../../engines/engine-stores.ts';
import { parseText } from '../arguments.ts';
import { chooseEngine, type ConfiguredEngines } from '../configured-engines.ts';
import type { Operate } from '../operate.ts';
import { count, table, wholeList, type CommandOutput, type Column } from '../output.ts';
import { INVOCATION, verb } from '../verb.ts';

export function addAddressCommands(program: Command, operate: Operate, engines: ConfiguredEngines): void {
  const address = program.command('address').description('IP addresses for servers, on engines that have none of their own');

  verb(address, 'list', operate(list), { description: 'Show how many addresses are free and held.', example: '' });

  verb(
    address,
    'add',
    operate((ctx, range: string, options: AddOptions) => add(ctx, range, { ...options, engine: engineFor(engines, options.engine) })),
    {
      description: 'Add a range of addresses for servers: in the network of the engine, outside what it leases by itself.',
      example: '203.0.113.16-203.0.113.30',
    },
  )
    .argument('<range>', 'first-last, a network such as 203.0.113.0/28, or one address')
    .option('--host <name>', 'only for servers on this host of the engine; without it, on any')
    .option(
      '--engine <name>',
      `in whose network they lie; needed where there are several; ${ANY}: they reach servers of all of them`,
      parseText,
    );

  verb(address, 'remove', operate(remove), {
    description: 'Take a range of addresses back. One that a server has stays with it, and goes once that server gives it up.',
    example: '203.0.113.16-203.0.113.30',
  }).argument('<range>', 'first-last, a network, or one address');

  verb(address, 'share', operate(share), {
    description:
      'Let all servers of a host share one public address: each is reached by ports of it that are forwarded, one of them for SSH. ' +
      'Their own addresses, added as ever, are private then. Say it again with other ports to change the range.',
    example: '203.0.113.7 --ports 20000-29999 --host box1',
  })
    .argument('<address>', 'the public IPv4 address that customers connect to')
    .requiredOption('--ports <first-last>', 'its ports for servers; none that the host itself answers on')
    .option('--host <name>', 'the host, by its name; without it, the only one there is')
    .option('--listen <address>', "the host's own address, where a router before it passes the ports on one to one");

  verb(address, 'unshare', operate(unshare), {
    description: 'Give the servers of a host addresses of their own again. The host must be empty.',
    example: '--host box1',
  }).option('--host <name>', 'the host, by its name; without it, the only one there is');
}

async function share(ctx: Ctx, ip: string, options: { ports: string; host?: string; listen?: string }): Promise<CommandOutput> {
  const shared = await shareAddress(ctx, { ip, ports: options.ports, hostName: options.host ?? null, listenIp: options.listen ?? null });
  const { hostName, first, last, added, removed } = shared;
  return {
    data: { ip, hostName, first, last, added, removed },
    text: `The servers of ${hostName} share ${ip}, ports ${first} to ${last}. Now try it: ${INVOCATION} engine check`,
  };
}

async function unshare(ctx: Ctx, options: { host?: string }): Promise<CommandOutput> {
  const { ip, hostName } = await unshareAddress(ctx, { hostName: options.host ?? null });
  return {
    data: { ip, hostName },
    text: `The servers of ${hostName} no longer share ${ip}. Add addresses of their own: ${INVOCATION} address add RANGE`,
  };
}

async function list(ctx: Ctx): Promise<CommandOutput> {
  const counts = await countAddresses(ctx.db.sql);
  const shared = await listSharedAddresses(ctx.db.sql);
  const none = `There are no addresses yet. Add some with: ${INVOCATION} address add RANGE`;
  const own = table(counts, columns, none);
  return wholeList(
    [...counts.map((row) => ({ ...row })), ...shared.map(({ hostId: _id, ...row }) => ({ ...row, shared: true }))],
    shared.length === 0 ? own : `${own}\n\nShared by the servers of a host:\n${table(shared, sharedColumns, '')}`,
  );
}

const sharedColumns: readonly Column<SharedAddressUse>[] = [
  { title: 'address', of: (row) => row.ip },
  { title: 'host', of: (row) => row.hostName },
  { title: 'arrives at', of: (row) => row.listenIp },
  { title: 'ports', of: (row) => `${row.first}-${row.last}` },
  { title: 'servers', right: true, of: (row) => String(row.servers) },
  { title: 'held', right: true, of: (row) => String(row.held) },
  { title: 'free', right: true, of: (row) => String(row.free) },
];

const columns: readonly Column<AddressCount>[] = [
  { title: 'family', of: (row) => row.family },
  { title: 'engine', of: (row) => row.engine ?? ANY },
  { title: 'host', of: (row) => row.hostName ?? 'any' },
  { title: 'first', of: (row) => row.first },
  { title: 'last', of: (row) => row.last },
  { title: 'held', right: true, of: (row) => String(row.held) },
  { title: 'free', right: true, of: (row) => String(row.free) },
  { title: 'withdrawn', right: true, of: (row) => String(row.withdrawn) },
];

interface AddOptions {
  readonly host?: string;
  readonly engine?: string;
}

/** Addresses that belong to no particular engine's network. */
const ANY = 'any';

/** Null: any engine. Engines with their own addresses need none from Boreal. */
function engineFor(engines: ConfiguredEngines, name: string | undefined): string | null {
  if (name === ANY) return null;
  if (name !== undefined) return name;
  const takers = engines.list().filter(({ kind }) => engineKindsWithBook.includes(kind));
  // If no engine is configured yet, the first will be named after its kind, unless specified otherwise.
  return takers.length === 0 ? 'incus' : chooseEngine({ ...engines, list: () => takers }, undefined).name;
}

async function add(ctx: Ctx, text: string, options: { host?: string; engine: string | null }): Promise<CommandOutput> {
  const { range, added } = await addAddresses(ctx, { range: text, engine: options.engine, hostName: options.host ?? null });
  const known = range.size - added;
  return {
    data: { first: range.first, last: range.last, added, known },
    text: `Added ${count(added, 'address', 'addresses')} from ${range.first} to ${range.last}.${known > 0 ? ` ${known} of them were there already.` : ''}`,
  };
}

async function remove(ctx: Ctx, text: string): Promise<CommandOutput> {
  const { removed, heldBy } = await removeAddresses(ctx, { range: text });
  const held =
    heldBy.length === 0 ? '' : ` The rest go once their servers give them up, and no other server gets them: ${heldBy.join(' ')}`;
  return { data: { removed, heldBy: [...heldBy] }, text: `Removed ${count(removed, 'address', 'addresses')}.${held}` };
}
