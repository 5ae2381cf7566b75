// npm run dev:incus: a disposable Incus, and Boreal on it with places for servers without GPUs. Its data is in data/incus.
import { join } from 'node:path';
import { exitUnlessPossible } from '../exit-unless-possible.ts';
import { runBoreal, type Operate } from '../run-boreal.ts';
import { lab as furniture, OVERCOMMITTED } from './furnish.ts';
import { LABS, startLab, whyNoLab } from './lab.ts';

exitUnlessPossible(await whyNoLab());
const lab = await startLab(join(LABS, 'dev'));
await runBoreal(
  { name: 'incus', title: 'Incus', username: furniture.username, outsideRelay: lab.outsideRelay, setUp },
  { INCUS_URL: lab.url, INCUS_NETWORK: furniture.network, INCUS_PROBE_PROXY: `unix://${lab.hostRelay}` },
);

function setUp(operate: Operate): void {
  operate('image', 'add', furniture.image, '--name', 'Throw-away guest', '--username', furniture.username, '--default');
  const pool = /pool_\w+/.exec(operate('pool', 'add', 'lab', '--model', 'l4', '--engine', 'incus', '--without-gpus'))?.[0] ?? '';
  const host = operate('engine', 'hosts').split('\n')[1]?.split(' ')[0] ?? '';
  const hostId = /host_\w+/.exec(operate('host', 'add', host, '--pool', pool, '--gpus', '8'))?.[0] ?? '';
  operate('host', 'limit', hostId, ...OVERCOMMITTED);
  operate('address', 'add', furniture.addressesV4);
  operate('address', 'add', furniture.addressesV6);
}
