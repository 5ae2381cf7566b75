/** The addresses of a disposable OpenStack, the same inside of its network and, through ports.ts, outside. */
export const PORTS = {
  identity: 15000,
  compute: 18774,
  metadata: 18775,
  volume: 18776,
  placement: 18778,
  image: 19292,
  network: 19696,
  serial: 16083,
} as const;
/** What Boreal speaks to. */
export const PUBLISHED: readonly number[] = [
  PORTS.identity,
  PORTS.compute,
  PORTS.volume,
  PORTS.placement,
  PORTS.image,
  PORTS.network,
  PORTS.serial,
];

export const REGION = 'lab';
/** Of everybody: nobody but who is on this machine gets there. */
export const PASSWORD = 'disposable';
export const DATABASES = ['keystone', 'glance', 'placement', 'nova', 'nova_api', 'nova_cell0', 'neutron', 'cinder'] as const;

/** Pretended hosts, with eight H100 each. */
export const GPU_HOSTS = ['gpu1', 'gpu2'] as const;
/** The one with real guests. */
export const KVM_HOST = 'kvm1';

export const at = (service: keyof typeof PORTS): string => `http://127.0.0.1:${PORTS[service]}`;
export const database = (name: (typeof DATABASES)[number]): string => `mysql+pymysql://os:${PASSWORD}@127.0.0.1/${name}`;

type Section = Readonly<Record<string, string | number | boolean>>;
type Sections = Readonly<Record<string, Section>>;

/** Who a service is to the others. */
const as = (user: string): Section => ({
  auth_type: 'password',
  auth_url: `${at('identity')}/v3`,
  username: user,
  password: PASSWORD,
  project_name: 'service',
  user_domain_name: 'Default',
  project_domain_name: 'Default',
  region_name: REGION,
});
/** `type`: as the catalog has it; without, no application credential with access rules gets in. */
const serves = (user: string, type: string = user): Section => ({
  ...as(user),
  service_type: type,
  www_authenticate_uri: at('identity'),
  memcached_servers: '127.0.0.1:11211',
  service_token_roles: 'service',
  service_token_roles_required: true,
});
const common: Section = { transport_url: 'rabbit://guest:guest@127.0.0.1:5672/', use_stderr: true, log_dir: '' };
const lock = (service: string): Section => ({ lock_path: `/var/lib/${service}/lock` });

/** What is written in place of Debian's own files, in the copy of /etc that the programs see. `accelerator`: kvm, or qemu without any. */
export function configFiles({ accelerator }: { accelerator: 'kvm' | 'qemu' }): Readonly<Record<string, string>> {
  const nova: Sections = {
    DEFAULT: {
      ...common,
      my_ip: '127.0.0.1',
      state_path: '/var/lib/nova',
      osapi_compute_workers: 1,
      shelved_offload_time: 0,
      allow_resize_to_same_host: false,
      block_device_allocate_retries_interval: 1,
    },
    api: { auth_strategy: 'keystone' },
    api_database: { connection: database('nova_api') },
    database: { connection: database('nova') },
    keystone_authtoken: serves('nova', 'compute'),
    service_user: { send_service_user_token: true, ...as('nova') },
    glance: { api_servers: at('image') },
    neutron: { ...as('neutron'), service_metadata_proxy: true, metadata_proxy_shared_secret: PASSWORD },
    placement: as('placement'),
    cinder: { ...as('cinder'), os_region_name: REGION, catalog_info: 'volumev3:cinderv3:publicURL' },
    vnc: { enabled: false },
    serial_console: {
      enabled: true,
      base_url: `ws://127.0.0.1:${PORTS.serial}/`,
      serialproxy_host: '127.0.0.1',
      serialproxy_port: PORTS.serial,
      proxyclient_address: '127.0.0.1',
    },
    conductor: { workers: 1 },
    scheduler: { workers: 1, discover_hosts_in_cells_interval: 30 },
    filter_scheduler: {
      enabled_filters:
        'ComputeFilter,ComputeCapabilitiesFilter,ImagePropertiesFilter,ServerGroupAntiAffinityFilter,AggregateInstanceExtraSpecsFilter,PciPassthroughFilter',
    },
    pci: { alias: '{ "vendor_id": "10de", "product_id": "2330", "device_type": "type-PCI", "name": "h100", "numa_policy": "preferred" }' },
    oslo_concurrency: lock('nova'),
    oslo_policy: { policy_file: 'policy.yaml' },
  };
  const compute = (host: string, driver: Sections): string =>
    ini({ ...driver, DEFAULT: { host, reserved_host_memory_mb: 512, ...driver['DEFAULT'] } });
  const gpus = { device_spec: '{ "vendor_id": "10de", "product_id": "2330" }', report_in_placement: true };
  return {
    'mysql/mariadb.conf.d/99-lab.cnf':
      '[mysqld]\nbind-address=127.0.0.1\nmax_connections=1000\ninnodb_flush_log_at_trx_commit=0\nskip-name-resolve\n',
    'rabbitmq/rabbitmq-env.conf':
      'NODENAME=rabbit@localhost\nNODE_IP_ADDRESS=127.0.0.1\nSERVER_ADDITIONAL_ERL_ARGS="-kernel inet_dist_use_interface {127,0,0,1}"\n',
    'keystone/keystone.conf': ini({
      DEFAULT: { use_stderr: true, log_dir: '' },
      cache: { enabled: true, backend: 'dogpile.cache.memcached', memcache_servers: '127.0.0.1:11211' },
      database: { connection: database('keystone') },
      token: { provider: 'fernet', expiration: 14_400 },
    }),
    'glance/glance-api.conf': ini({
      DEFAULT: {
        bind_host: '127.0.0.1',
        bind_port: PORTS.image,
        workers: 1,
        use_stderr: true,
        log_dir: '',
        enabled_backends: 'fs:file',
        enabled_import_methods: '[]',
      },
      database: { connection: database('glance') },
      glance_store: { default_backend: 'fs' },
      fs: { filesystem_store_datadir: '/var/lib/glance/images/' },
      keystone_authtoken: serves('glance', 'image'),
      paste_deploy: { flavor: 'keystone' },
      oslo_concurrency: lock('glance'),
    }),
    'placement/placement.conf': ini({
      DEFAULT: { use_stderr: true, log_dir: '' },
      api: { auth_strategy: 'keystone' },
      placement_database: { connection: database('placement') },
      keystone_authtoken: serves('placement'),
    }),
    'nova/nova.conf': ini(nova),
    // Customers' metrics: by nova's own policy, diagnostics are for administrators.
    'nova/policy.yaml': '"os_compute_api:os-server-diagnostics": "role:admin or (role:member and project_id:%(project_id)s)"\n',
    [`nova/compute-${KVM_HOST}.conf`]: compute(KVM_HOST, {
      DEFAULT: { compute_driver: 'libvirt.LibvirtDriver', vif_plugging_timeout: 120 },
      libvirt: {
        virt_type: accelerator,
        cpu_mode: accelerator === 'kvm' ? 'host-passthrough' : 'none',
        hw_machine_type: 'x86_64=pc',
        inject_partition: -2,
        images_type: 'qcow2',
        nfs_mount_point_base: '/var/lib/nova/mnt',
      },
    }),
    ...Object.fromEntries(
      GPU_HOSTS.map((host) => [
        `nova/compute-${host}.conf`,
        compute(host, {
          DEFAULT: {
            compute_driver: 'pretended_gpus.GpuDriver',
            vif_plugging_is_fatal: false,
            vif_plugging_timeout: 0,
            state_path: `/var/lib/nova/${host}`,
          },
          serial_console: { enabled: false },
          pci: gpus,
        }),
      ]),
    ),
    'neutron/neutron.conf': ini({
      DEFAULT: {
        ...common,
        host: KVM_HOST,
        bind_host: '127.0.0.1',
        bind_port: PORTS.network,
        core_plugin: 'ml2',
        service_plugins: 'router',
        auth_strategy: 'keystone',
        api_workers: 1,
        rpc_workers: 1,
        rpc_state_report_workers: 0,
        state_path: '/var/lib/neutron',
      },
      agent: {
        root_helper: 'sudo /usr/bin/neutron-rootwrap /etc/neutron/rootwrap.conf',
        root_helper_daemon: 'sudo /usr/bin/neutron-rootwrap-daemon /etc/neutron/rootwrap.conf',
        report_interval: 10,
      },
      database: { connection: database('neutron') },
      keystone_authtoken: serves('neutron', 'network'),
      nova: as('nova'),
      placement: as('placement'),
      oslo_concurrency: lock('neutron'),
      experimental: { linuxbridge: true },
      quotas: { quota_port: -1, quota_security_group: -1, quota_security_group_rule: -1, quota_floatingip: -1 },
    }),
    'neutron/plugins/ml2/ml2_conf.ini': ini({
      ml2: {
        type_drivers: 'flat,vxlan',
        tenant_network_types: 'vxlan',
        mechanism_drivers: 'linuxbridge,l2population',
        extension_drivers: 'port_security',
      },
      ml2_type_flat: { flat_networks: 'outside,provider' },
      ml2_type_vxlan: { vni_ranges: '1:4000' },
      securitygroup: { enable_security_group: true, enable_ipset: true },
    }),
    'neutron/plugins/ml2/linuxbridge_agent.ini': ini({
      linux_bridge: { bridge_mappings: 'outside:outside', physical_interface_mappings: 'provider:provider0' },
      vxlan: { enable_vxlan: true, local_ip: '10.255.0.1', l2_population: true },
      agent: { polling_interval: 1 },
      securitygroup: { firewall_driver: 'iptables', enable_security_group: true, enable_ipset: true },
    }),
    'neutron/l3_agent.ini': ini({ DEFAULT: { interface_driver: 'linuxbridge', agent_mode: 'legacy' } }),
    'neutron/dhcp_agent.ini': ini({
      DEFAULT: { interface_driver: 'linuxbridge', dhcp_driver: 'neutron.agent.linux.dhcp.Dnsmasq', enable_isolated_metadata: true },
    }),
    'neutron/metadata_agent.ini': ini({
      DEFAULT: {
        nova_metadata_host: '127.0.0.1',
        nova_metadata_port: PORTS.metadata,
        metadata_proxy_shared_secret: PASSWORD,
        metadata_workers: 1,
      },
    }),
    'cinder/cinder.conf': ini({
      DEFAULT: {
        ...common,
        my_ip: '127.0.0.1',
        host: KVM_HOST,
        auth_strategy: 'keystone',
        enabled_backends: 'files',
        default_volume_type: 'files',
        glance_api_servers: at('image'),
        state_path: '/var/lib/cinder',
        rootwrap_config: '/etc/cinder/rootwrap.conf',
        quota_volumes: -1,
        quota_gigabytes: -1,
        quota_snapshots: -1,
      },
      files: {
        volume_driver: 'cinder.volume.drivers.nfs.NfsDriver',
        volume_backend_name: 'files',
        nfs_shares_config: '/etc/cinder/shares',
        nfs_mount_point_base: '/var/lib/cinder/mnt',
        nfs_snapshot_support: true,
        nas_secure_file_operations: false,
        nas_secure_file_permissions: false,
      },
      database: { connection: database('cinder') },
      keystone_authtoken: serves('cinder', 'volumev3'),
      nova: { ...as('nova'), interface: 'public' },
      service_user: { send_service_user_token: true, ...as('cinder') },
      oslo_concurrency: lock('cinder'),
    }),
    'cinder/shares': '127.0.0.1:/srv/volumes\n',
  };
}

function ini(sections: Sections): string {
  return Object.entries(sections)
    .map(
      ([name, section]) =>
        `[${name}]\n${Object.entries(section)
          .map(([key, value]) => `${key} = ${value}\n`)
          .join('')}`,
    )
    .join('\n');
}
