import type { Backup, BackupDeleted, BackupRestored, BackupStarted } from '@boreal/contract/servers/backups.ts';
import type { Credits, DeployQuote, ServerBudget, ServerUsage, Transaction } from '@boreal/contract/billing/billing.ts';
import type { Environment, GpuPlan, PublicAvailability } from '@boreal/contract/shop/catalog.ts';
import type { ApiKey } from '@boreal/contract/people/keys.ts';
import type { Metrics, ServerActionAccepted, ServerDeleted, ServerEvent } from '@boreal/contract/servers/servers.ts';
import type { SshKeyDeleted } from '@boreal/contract/people/ssh-keys.ts';

const serverId = 'srv_01kb3c9qj2v9x6t5r4e3w2q1az';
const transactionId = 'txn_01kb3c9qj2v9x6t5r4e3w2q1az';
const gpuPlan: GpuPlan = {
  id: 'h100-sxm-x1',
  name: 'H100 SXM ×1',
  gpu: '1× H100 SXM 80 GB',
  gpuModel: 'H100 SXM',
  gpuCount: 1,
  spot: false,
  hourlyOnly: false,
  specs: { vcores: 24, ram: 200, storage: 100, storageType: 'NVMe', localStorage: 750 },
  pricing: { hourly: 3.99, monthly: 2185, annual: 1748, currency: 'CAD' },
  priceOnRequest: false,
  available: true,
  purchasable: true,
  autoProvisioning: true,
  eligibility: 'deployable',
};
const availability: PublicAvailability = {
  region: 'canada-montreal',
  updatedAt: '2026-03-01T12:00:00.000Z',
  models: [
    {
      slug: 'h100-sxm',
      name: 'H100 SXM',
      sizes: [{ id: 'h100-sxm-x1', gpuCount: 1, spot: false, available: true, priceOnRequest: false }],
    },
  ],
};
const environment: Environment = {
  id: 'env_01kb3c9qj2v9x6t5r4e3w2q1az',
  name: 'default-canada-montreal',
  region: 'canada-montreal',
  serverCount: 2,
  createdAt: '2026-03-01T12:00:00.000Z',
};
const deployQuote: DeployQuote = {
  productId: 'h100-sxm-x1',
  name: 'H100 SXM ×1',
  region: 'canada-montreal',
  spot: false,
  currency: 'CAD',
  billingCycle: 'hourly',
  eligibility: 'deployable',
  deployable: true,
  reasons: [],
  pricing: gpuPlan.pricing,
  requiredCredits: 3.99,
  currentBalance: 42.1,
  sufficient: true,
  shortfall: 0,
  minimumTopupCad: 25,
  firstCharge: { amount: 3.99, covers: 'first hour', when: 'at creation' },
  estimatedRuntimeHours: 10.5,
  estimatedMonthlyCost: 2912.7,
  budget: { accountMonthlyLimit: 500, accountMonthlySpent: 120.5, accountDailyLimit: null, accountDailySpent: 8, wouldExceed: false },
  quotedAt: '2026-03-01T12:00:00.000Z',
  accountAction: null,
};
const metrics: Metrics = {
  cpu: { timestamps: ['2026-03-01T12:00:00.000Z', '2026-03-01T12:01:00.000Z'], values: [41.2, 43.8] },
  ram: { timestamps: ['2026-03-01T12:00:00.000Z', '2026-03-01T12:01:00.000Z'], values: [63.1, 63.4] },
  network_in: { timestamps: ['2026-03-01T12:00:00.000Z', '2026-03-01T12:01:00.000Z'], values: [18250, 20110] },
  network_out: { timestamps: ['2026-03-01T12:00:00.000Z', '2026-03-01T12:01:00.000Z'], values: [9120, 8830] },
};
const serverEvent: ServerEvent = {
  id: 'evt_01kb3c9qj2v9x6t5r4e3w2q1az',
  type: 'server.hibernated',
  level: 'info',
  actor: { type: 'api_key', id: 'key_01kb3c9qj2v9x6t5r4e3w2q1az', name: 'ci' },
  fromStatus: 'ACTIVE',
  toStatus: 'HIBERNATED',
  reason: null,
  message: 'The server is hibernated: it is no longer billed and its IP address was released.',
  requestId: 'req_5f0c9d1e8b7a4c63a2d1e0f9b8c7a6d5',
  createdAt: '2026-03-01T12:00:00.000Z',
};
const serverUsage: ServerUsage = {
  serverId,
  currency: 'CAD',
  billingCycle: 'hourly',
  hourlyRate: 3.99,
  totals: { hours: 1, compute: 3.99, backup: 0.013685, refunds: 0, total: 4.003685 },
  hours: [
    {
      periodStart: '2026-03-01T12:00:00.000Z',
      periodEnd: '2026-03-01T13:00:00.000Z',
      rate: 3.99,
      compute: 3.99,
      backup: 0.013685,
      refund: 0,
      amount: 4.003685,
      transactionId,
    },
  ],
};
const serverBudget: ServerBudget = {
  serverId,
  currency: 'CAD',
  monthlyLimit: 200,
  spentThisMonth: 48.04,
  remaining: 151.96,
  state: 'ok',
  periodStart: '2026-03-01T05:00:00.000Z',
  periodEnd: '2026-04-01T04:00:00.000Z',
  timezone: 'America/Toronto',
  onReached: 'hibernate',
  account: { monthlyLimit: 500, spentThisMonth: 120.5, dailyLimit: null, spentToday: 8 },
};
const transaction: Transaction = {
  id: transactionId,
  type: 'usage',
  amount: -3.99,
  balanceAfter: 42.1,
  description: 'trainer-1: one hour from 2026-03-01T12:00Z',
  serverId,
  createdAt: '2026-03-01T12:00:00.000Z',
};
const credits: Credits = {
  balance: 42.1,
  currency: 'CAD',
  burnRatePerHour: 3.99,
  estimatedRuntimeHours: 10.5,
  minimumTopupCad: 25,
  transactions: [transaction],
};
const apiKey: ApiKey = {
  id: 'key_01kb3c9qj2v9x6t5r4e3w2q1az',
  name: 'ci',
  prefix: 'gpu_a1B2c3D4',
  lastUsedAt: '2026-03-02T09:30:00.000Z',
  createdAt: '2026-03-01T12:00:00.000Z',
  expiresAt: '2026-05-30T12:00:00.000Z',
  access: 'full',
};
const serverDeleted: ServerDeleted = { id: serverId, status: 'DELETED' };
const actionAccepted: ServerActionAccepted = { id: serverId, action: 'reboot', status: 'accepted' };
const sshKeyDeleted: SshKeyDeleted = { id: 'ssh_01kb3c9qj2v9x6t5r4e3w2q1az', status: 'deleted' };

const backupId = 'bkp_01kb3c9qj2v9x6t5r4e3w2q1az';
const backup: Backup = {
  id: backupId,
  kind: 'automatic',
  status: 'ready',
  date: '2026-03-01T08:17:05.000Z',
  size: 37.4,
  expiresAt: '2026-03-08T08:17:05.000Z',
};
const backupStarted: BackupStarted = { id: backupId, kind: 'manual', status: 'creating', date: '2026-03-01T12:00:00.000Z' };
const backupDeleted: BackupDeleted = { id: backupId, status: 'deleted' };
const backupRestored: BackupRestored = {
  id: 'srv_01kb3d2mk8w7c5p4n3m2q1r0tz',
  name: 'trainer-1-restored',
  status: 'PROVISIONING',
  gpu: '1× H100 SXM',
  backupId,
  sourceServerId: serverId,
};

/** Complete, consistent examples, by schema name, where the examples of the parts would not be consistent. */
export const examples: ReadonlyMap<string, object> = new Map<string, object>([
  ['GpuPlan', gpuPlan],
  ['PublicAvailability', availability],
  ['Environment', environment],
  ['DeployQuote', deployQuote],
  ['Metrics', metrics],
  ['ServerEvent', serverEvent],
  ['ServerUsage', serverUsage],
  ['ServerBudget', serverBudget],
  ['Transaction', transaction],
  ['Credits', credits],
  ['ApiKey', apiKey],
  ['ServerDeleted', serverDeleted],
  ['ServerActionAccepted', actionAccepted],
  ['SshKeyDeleted', sshKeyDeleted],
  ['Backup', backup],
  ['BackupStarted', backupStarted],
  ['BackupDeleted', backupDeleted],
  ['BackupRestored', backupRestored],
]);
