import { GPU_HOSTS, KVM_HOST, PASSWORD, PORTS } from './config.ts';

/** One program of a disposable OpenStack. */
export interface Program {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What says that it has come up: a port that takes connections, or a command that succeeds; nothing: it need not be waited for. */
  readonly up?: number | readonly string[];
}

const NOVA = ['--config-file', '/etc/nova/nova.conf'];
const NEUTRON = ['--config-file', '/etc/neutron/neutron.conf'];
const ML2 = ['--config-file', '/etc/neutron/plugins/ml2/ml2_conf.ini'];

/** Idle connections are dropped by uwsgi without a word; it says so beforehand. */
const wsgi = (name: string, port: number, file: string, processes = 1): Program => ({
  name,
  up: port,
  command: (
    'uwsgi --plugin python3 --master --die-on-term --lazy-apps --need-app --enable-threads --thunder-lock --buffer-size 65535 ' +
    `--http-socket 127.0.0.1:${port} --wsgi-file ${file} --processes ${processes} --threads 1 --so-keepalive --log-master --disable-logging`
  )
    .split(' ')
    .concat('--add-header', 'Connection: close'),
});

/** What everything else stands on. */
export const BASE: readonly Program[] = [
  { name: 'mariadb', command: ['mariadbd', '--user=mysql'], up: ['mysqladmin', 'ping'] },
  {
    name: 'rabbitmq',
    // Not by Debian's own rabbitmq-server, whose su begins a session: the broker would not end with it.
    command: ['setpriv', '--reuid=rabbitmq', '--regid=rabbitmq', '--init-groups', '/usr/lib/rabbitmq/bin/rabbitmq-server'],
    env: { HOME: '/var/lib/rabbitmq', ERL_EPMD_ADDRESS: '127.0.0.1' },
    up: 5672,
  },
  { name: 'memcached', command: ['memcached', '-u', 'memcache', '-l', '127.0.0.1', '-m', '64', '-c', '4096'], up: 11211 },
];

/** What makes the databases, once; each line after the one before, the lists beside each other. */
export const SCHEMAS: readonly (readonly (readonly string[])[])[] = [
  [
    ['keystone-manage', 'db_sync'],
    ['keystone-manage', 'fernet_setup', '--keystone-user', 'root', '--keystone-group', 'root'],
    ['keystone-manage', 'credential_setup', '--keystone-user', 'root', '--keystone-group', 'root'],
    ['keystone-manage', 'bootstrap', '--bootstrap-password', PASSWORD],
    ['glance-manage', 'db_sync'],
    ['placement-manage', 'db', 'sync'],
    ['cinder-manage', 'db', 'sync'],
  ],
  [
    ['nova-manage', 'api_db', 'sync'],
    ['nova-manage', 'cell_v2', 'map_cell0'],
    ['nova-manage', 'cell_v2', 'create_cell', '--name', 'cell1'],
    ['nova-manage', 'db', 'sync'],
    ['neutron-db-manage', ...NEUTRON, ...ML2, 'upgrade', 'head'],
  ],
];

export const KEYSTONE: Program = wsgi('keystone', PORTS.identity, '/usr/bin/keystone-wsgi-public', 2);

/** The cloud, once keystone knows its services. */
export const CLOUD: readonly Program[] = [
  wsgi('placement-api', PORTS.placement, '/usr/bin/placement-api'),
  wsgi('nova-api', PORTS.compute, '/usr/bin/nova-api-wsgi', 2),
  wsgi('nova-metadata', PORTS.metadata, '/usr/bin/nova-metadata-wsgi'),
  { name: 'glance-api', command: ['glance-api', '--config-file', '/etc/glance/glance-api.conf'], up: PORTS.image },
  { name: 'neutron-server', command: ['neutron-server', ...NEUTRON, ...ML2], up: PORTS.network },
  wsgi('cinder-api', PORTS.volume, '/usr/bin/cinder-wsgi'),
  { name: 'cinder-scheduler', command: ['cinder-scheduler', '--config-file', '/etc/cinder/cinder.conf'] },
  { name: 'cinder-volume', command: ['cinder-volume', '--config-file', '/etc/cinder/cinder.conf'] },
  { name: 'virtlogd', command: ['virtlogd'] },
  { name: 'libvirtd', command: ['libvirtd'], up: ['virsh', '-c', 'qemu:///system', 'version'] },
  { name: 'nova-conductor', command: ['nova-conductor', ...NOVA] },
  { name: 'nova-scheduler', command: ['nova-scheduler', ...NOVA] },
  { name: 'nova-serialproxy', command: ['nova-serialproxy', ...NOVA], up: PORTS.serial },
  {
    name: 'neutron-linuxbridge',
    command: ['neutron-linuxbridge-agent', ...NEUTRON, '--config-file', '/etc/neutron/plugins/ml2/linuxbridge_agent.ini'],
  },
  { name: 'neutron-l3', command: ['neutron-l3-agent', ...NEUTRON, '--config-file', '/etc/neutron/l3_agent.ini'] },
  { name: 'neutron-dhcp', command: ['neutron-dhcp-agent', ...NEUTRON, '--config-file', '/etc/neutron/dhcp_agent.ini'] },
  { name: 'neutron-metadata', command: ['neutron-metadata-agent', ...NEUTRON, '--config-file', '/etc/neutron/metadata_agent.ini'] },
  { name: 'l2-heartbeat', command: ['/usr/bin/python3', `${import.meta.dirname}/l2_heartbeat.py`, ...NEUTRON, GPU_HOSTS.join(',')] },
  ...[KVM_HOST, ...GPU_HOSTS].map((host) => ({
    name: `nova-compute-${host}`,
    command: ['nova-compute', ...NOVA, '--config-file', `/etc/nova/compute-${host}.conf`],
  })),
];
