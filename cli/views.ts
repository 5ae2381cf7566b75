import type { CommandName } from '@boreal/contract/command-line/command-line.ts';
import { Metrics } from '@boreal/contract/servers/servers.ts';
import { PublicAvailability } from '@boreal/contract/shop/catalog.ts';

/** How an answer is shown to people; `--json` has everything. */
export interface View {
  /** The columns of a list, as paths into its rows. */
  readonly columns?: readonly string[];
  /** What is shown instead of the answer itself. */
  readonly rows?: (data: unknown) => unknown;
}

export const views: Readonly<Partial<Record<CommandName, View>>> = {
  plans: {
    columns: ['id', 'gpu', 'specs.vcores', 'specs.ram', 'specs.localStorage', 'spot', 'pricing.hourly', 'pricing.monthly', 'eligibility'],
  },
  availability: { columns: ['model', 'id', 'gpuCount', 'spot', 'available'], rows: sizes },
  stock: { columns: ['model', 'id', 'gpuCount', 'spot', 'available'], rows: sizes },
  regions: { columns: ['id', 'name', 'country', 'province', 'default', 'available'] },
  flavors: { columns: ['id', 'gpuModel', 'gpuCount', 'gpuMemoryGb', 'vcores', 'ram', 'storage', 'localStorage', 'stockAvailable'] },
  images: { columns: ['id', 'name', 'username', 'sizeGb', 'default'] },
  environments: { columns: ['id', 'name', 'region', 'serverCount', 'createdAt'] },
  'servers list': { columns: ['id', 'name', 'status', 'gpu', 'ipv4', 'sshPort', 'region', 'monthlyCost'] },
  'servers events': { columns: ['createdAt', 'level', 'toStatus', 'message'] },
  'servers metrics': { columns: ['timestamp', 'cpu', 'ram', 'network_in', 'network_out'], rows: samples },
  'servers usage': { columns: ['periodStart', 'rate', 'compute', 'backup', 'refund', 'amount'] },
  'firewall list': { columns: ['id', 'direction', 'protocol', 'ethertype', 'port', 'source', 'forwarding.address', 'status'] },
  'backups list': { columns: ['id', 'kind', 'status', 'date', 'size', 'expiresAt'] },
  'ssh-keys list': { columns: ['id', 'name', 'fingerprint', 'createdAt'] },
  keys: { columns: ['id', 'name', 'prefix', 'access', 'lastUsedAt', 'expiresAt'] },
  transactions: { columns: ['createdAt', 'type', 'amount', 'balanceAfter', 'description', 'id'] },
};

function sizes(data: unknown): unknown {
  const read = PublicAvailability.safeParse(data);
  return read.success ? read.data.models.flatMap((model) => model.sizes.map((size) => ({ model: model.name, ...size }))) : data;
}

/** One line for each moment with a CPU measurement. */
function samples(data: unknown): unknown {
  const read = Metrics.safeParse(data);
  if (!read.success) return data;
  const { cpu, ram, network_in, network_out } = read.data;
  const value = (series: typeof cpu, at: string) => series.values[series.timestamps.indexOf(at)] ?? null;
  return cpu.timestamps.map((timestamp) => ({
    timestamp,
    cpu: value(cpu, timestamp),
    ram: value(ram, timestamp),
    network_in: value(network_in, timestamp),
    network_out: value(network_out, timestamp),
  }));
}
