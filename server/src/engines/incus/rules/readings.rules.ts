import type { Reading } from '../../engine-stores.ts';

const LINE = /^incus_(\w+?)\{([^}]*)\} ([0-9.eE+-]+)$/;
const LABEL = /(\w+)="([^"]*)"/g;

/** Readings of the named machines from Incus' metrics (in OpenMetrics' text format); a machine with incomplete data is left out. */
export function readingsIn(text: string, of: { serverIds: ReadonlyMap<string, string>; at: Date }): Reading[] {
  const sums = new Map<string, Map<string, number>>();
  for (const line of text.split('\n')) {
    const [, metric = '', labelText = '', value = ''] = LINE.exec(line) ?? [];
    const labels = new Map([...labelText.matchAll(LABEL)].map(([, name = '', content = '']) => [name, content]));
    const serverId = of.serverIds.get(labels.get('name') ?? '');
    // A virtual machine's own values come from a program inside it.
    const isNumber = Number.isFinite(Number(value)) && Number(value) >= 0;
    if (serverId === undefined || !isNumber || !counts(metric, labels)) continue;
    const own = sums.get(serverId) ?? new Map<string, number>();
    own.set(metric, (own.get(metric) ?? 0) + Number(value));
    sums.set(serverId, own);
  }
  return [...sums].flatMap(([serverId, own]) => readingOf(serverId, own, of.at) ?? []);
}

/** Idle time is not CPU usage, and loopback is not traffic. */
function counts(metric: string, labels: ReadonlyMap<string, string>): boolean {
  if (metric === 'cpu_seconds_total') return labels.get('mode') !== 'idle' && labels.get('mode') !== 'iowait';
  if (metric.startsWith('network_')) return labels.get('device') !== 'lo';
  return metric === 'cpu_effective_total' || metric === 'memory_MemTotal_bytes' || metric === 'memory_MemAvailable_bytes';
}

function readingOf(serverId: string, own: ReadonlyMap<string, number>, at: Date): Reading | null {
  const cpuSeconds = own.get('cpu_seconds_total');
  const vcores = own.get('cpu_effective_total');
  const memoryTotalBytes = own.get('memory_MemTotal_bytes');
  const memoryFreeBytes = own.get('memory_MemAvailable_bytes');
  if (cpuSeconds === undefined || !vcores || !memoryTotalBytes || memoryFreeBytes === undefined) return null;
  return {
    serverId,
    at,
    cpuSeconds,
    vcores,
    memoryTotalBytes,
    memoryFreeBytes,
    receivedBytes: own.get('network_receive_bytes_total') ?? 0,
    sentBytes: own.get('network_transmit_bytes_total') ?? 0,
  };
}
