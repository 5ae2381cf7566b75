import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingsIn } from './readings.rules.ts';

const at = new Date('2026-03-01T12:00:00Z');
const labels = (name: string) => `name="${name}",project="default",type="container"`;
const text = `# HELP incus_cpu_seconds_total The total number of CPU time used in seconds.
incus_cpu_seconds_total{cpu="0",mode="system",${labels('srv-a')}} 1.5
incus_cpu_seconds_total{cpu="1",mode="user",${labels('srv-a')}} 2
incus_cpu_seconds_total{cpu="1",mode="idle",${labels('srv-a')}} 900
incus_cpu_effective_total{${labels('srv-a')}} 2
incus_memory_MemTotal_bytes{${labels('srv-a')}} 2.4684096e+10
incus_memory_MemAvailable_bytes{${labels('srv-a')}} 1e+10
incus_network_receive_bytes_total{device="lo",${labels('srv-a')}} 99
incus_network_receive_bytes_total{device="eth0",${labels('srv-a')}} 690
incus_network_transmit_bytes_total{device="eth0",${labels('srv-a')}} 1110
incus_cpu_effective_total{${labels('srv-half')}} 2
incus_cpu_seconds_total{cpu="0",mode="user",${labels('somebody')}} 5
# EOF
`;

test('counters are added up over processors and devices, without what is no use and no traffic', () => {
  const serverIds = new Map([
    ['srv-a', 'srv_a'],
    ['srv-half', 'srv_half'],
  ]);
  // What a guest's own agent says of it may be any nonsense.
  const nonsense = [-5, '1e999'].map((value) => `incus_network_receive_bytes_total{device="eth1",${labels('srv-a')}} ${value}\n`);
  assert.deepEqual(readingsIn(text + nonsense.join(''), { serverIds, at }), [
    {
      serverId: 'srv_a',
      at,
      cpuSeconds: 3.5,
      vcores: 2,
      memoryTotalBytes: 24_684_096_000,
      memoryFreeBytes: 10_000_000_000,
      receivedBytes: 690,
      sentBytes: 1110,
    },
  ]);
});
