// npm run dev:openstack: a disposable OpenStack, and Boreal on it, with places for servers without GPUs. Its data is in data/openstack.
import { exitUnlessPossible } from '../exit-unless-possible.ts';
import { OVERCOMMITTED } from '../incus/furnish.ts';
import { runBoreal, type Operate } from '../run-boreal.ts';
import { KVM_HOST, PASSWORD, REGION } from './config.ts';
import { lab as furniture } from './furnish.ts';
import { startLab, whyNoLab } from './lab.ts';
import { stopwatch } from './stopwatch.ts';

const tell = stopwatch();
tell('programs');
exitUnlessPossible(await whyNoLab());
const lab = await startLab(tell);
await runBoreal(
  { name: 'openstack', title: 'OpenStack', username: furniture.username, outsideRelay: lab.outsideRelay, setUp },
  {
    OS_AUTH_URL: lab.authUrl,
    OS_USERNAME: 'admin',
    OS_PASSWORD: PASSWORD,
    OS_PROJECT_NAME: 'admin',
    OS_REGION_NAME: REGION,
    OPENSTACK_CLOUD: 'ours',
    OPENSTACK_NETWORK: furniture.networks.admin,
    OPENSTACK_FLOATING_NETWORK: furniture.externalNetwork,
    // What the smallest plan sells is more than this machine has.
    OPENSTACK_FLAVORS: 'l4x1=lab.nano',
    OPENSTACK_WORK_DISK: 'ephemeral',
    OPENSTACK_METRICS: 'diagnostics',
    OPENSTACK_PROBE_FROM: furniture.outside,
    OPENSTACK_PROBE_PROXY: `unix://${lab.outsideRelay}`,
  },
);

function setUp(operate: Operate): void {
  operate('image', 'add', furniture.image, '--name', 'Disposable guest', '--username', furniture.username, '--default');
  const added = operate('pool', 'add', 'lab', '--model', 'l4', '--engine', 'openstack', '--machines', 'vm', '--without-gpus');
  const pool = /pool_\w+/.exec(added)?.[0] ?? '';
  const hostId = /host_\w+/.exec(operate('host', 'add', KVM_HOST, '--pool', pool, '--gpus', '4'))?.[0] ?? '';
  operate('host', 'limit', hostId, ...OVERCOMMITTED);
}
