import { now, type Server } from './double-world.ts';

/** Numbers that grow with the time since it booted, as a guest's at work would. */
export function diagnosticsOf(server: Server, nics: number) {
  const seconds = Math.max(0, (now().getTime() - (server.bootedAt ?? now()).getTime()) / 1000);
  const count = (rate: number) => Math.floor(seconds * rate);
  return {
    state: 'running',
    driver: 'libvirt',
    hypervisor: 'kvm',
    hypervisor_os: 'linux',
    uptime: count(1),
    config_drive: server.configDrive,
    num_cpus: server.flavor.vcpus,
    num_nics: nics,
    num_disks: 1 + server.volumes.length,
    disk_details: [
      { read_bytes: count(4096), read_requests: count(4), write_bytes: count(8192), write_requests: count(2), errors_count: -1 },
    ],
    cpu_details: Array.from({ length: server.flavor.vcpus }, (_, id) => ({ id, time: count(250_000_000), utilisation: null })),
    nic_details: Array.from({ length: nics }, () => ({
      mac_address: 'fa:16:3e:00:00:01',
      rx_octets: count(1000),
      rx_errors: 0,
      rx_drop: 0,
      rx_packets: count(10),
      rx_rate: null,
      tx_octets: count(2000),
      tx_errors: 0,
      tx_drop: 0,
      tx_packets: count(20),
      tx_rate: null,
    })),
    memory_details: { maximum: server.flavor.ram, used: Math.floor(server.flavor.ram / 4) },
  };
}
