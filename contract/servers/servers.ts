import { z } from 'zod';
import { AtStake } from './at-stake.ts';
import { IdText } from '../values/ids.ts';
import { NameText } from '../values/written-text.ts';

export const ServerStatus = z.enum(['PROVISIONING', 'ACTIVE', 'STOPPED', 'REBOOTING', 'HIBERNATED', 'ERROR', 'DELETED']);
export type ServerStatus = z.infer<typeof ServerStatus>;

/** What is being done to a server while its status still shows the previous state. */
export const ServerTask = z.enum(['starting', 'stopping', 'hibernating', 'restoring', 'moving', 'deleting', 'backing_up']);
export type ServerTask = z.infer<typeof ServerTask>;

export const ServerAction = z.enum(['start', 'stop', 'reboot', 'hibernate', 'hibernate-restore']);
export type ServerAction = z.infer<typeof ServerAction>;

/** The id of a region: the operator decides which regions exist and which is the default. */
export const RegionId = IdText.max(63).meta({ description: 'A region id from GET /v1/regions.', example: 'canada-montreal' });

/** What a server's system disk is made from. */
export const ImageId = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: 'An image id from GET /v1/images; the default one when omitted.', example: 'ubuntu-24.04-cuda' });

export const CreateServerRequest = z
  .strictObject({
    productId: z.string().min(1).max(100).meta({ description: 'A plan id from GET /v1/gpu.', example: 'h100-sxm-x1' }),
    sshKeyId: z.string().min(1).max(100).meta({ description: 'An SSH key id of the caller.', example: 'ssh_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    name: NameText.optional().meta({ description: 'Made up by the service when omitted.', example: 'trainer-1' }),
    region: RegionId.optional().meta({ description: 'A region id from GET /v1/regions; the default one when omitted.' }),
  })
  .meta({ id: 'CreateServerRequest' });
export type CreateServerRequest = z.infer<typeof CreateServerRequest>;

export const ServerCreated = z
  .object({
    id: z.string().meta({ example: 'srv_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    name: z.string().meta({ example: 'trainer-1' }),
    status: z.string().meta({ example: 'PROVISIONING' }),
    gpu: z.string().meta({ example: '1× H100 SXM' }),
  })
  .meta({ id: 'ServerCreated' });
export type ServerCreated = z.infer<typeof ServerCreated>;

const ServerSpecs = z.object({
  vcores: z.int().meta({ example: 24 }),
  ram: z.int().meta({ description: 'GB', example: 200 }),
  storage: z.int().meta({ description: 'System disk, GB', example: 100 }),
});

export const ServerSummary = z
  .object({
    id: z.string().meta({ example: 'srv_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    name: z.string().meta({ example: 'trainer-1' }),
    status: ServerStatus.meta({ example: 'ACTIVE' }),
    gpu: z.string().meta({ example: '1× H100 SXM' }),
    specs: ServerSpecs,
    ipv4: z.string().nullable().meta({ description: 'Assigned once the server runs, released on hibernation.', example: '198.18.0.10' }),
    sshPort: z.int().nullable().meta({
      description: 'The port of `ipv4` on which SSH answers: 22, or another where servers share a public address. Null without `ipv4`.',
      example: 22,
    }),
    region: z.string().meta({ example: 'canada-montreal' }),
    monthlyCost: z.number().meta({
      description: 'CAD: hourly rate × 730, or the committed monthly price; with the backup option when it is on.',
      example: 2912.7,
    }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ServerSummary' });
export type ServerSummary = z.infer<typeof ServerSummary>;

export const ServerDetail = ServerSummary.extend({
  // Optional, because a process of the previous version answers without it.
  sshUser: z.string().optional().meta({ description: 'The user to log in as with ssh', example: 'ubuntu' }),
  ipv6: z.string().nullable().meta({ example: '2001:db8::a' }),
  updatedAt: z.iso.datetime(),
  task: ServerTask.nullable().meta({ description: 'What is being done right now; actions are refused meanwhile.', example: null }),
  allowedActions: z.array(ServerAction).meta({ description: 'The actions accepted now.', example: ['stop', 'reboot', 'hibernate'] }),
});
export type ServerDetail = z.infer<typeof ServerDetail>;

/** A server, with what to know before stopping, hibernating or deleting it. */
export const ServerDetailAtStake = ServerDetail.extend({
  atStake: AtStake.nullable().meta({ description: 'What actions would cost, lose or refund now; null once it is deleted.' }),
}).meta({ id: 'ServerDetail' });
export type ServerDetailAtStake = z.infer<typeof ServerDetailAtStake>;

export const ServerDeleted = z
  .object({
    id: z.string(),
    status: z.literal('DELETED'),
    refundToCard: z
      .number()
      .optional()
      .meta({ description: 'CAD with taxes that go back to the card, where a term was paid that had not begun' }),
  })
  .meta({ id: 'ServerDeleted' });
export type ServerDeleted = z.infer<typeof ServerDeleted>;

export const ServerActionRequest = z.strictObject({ action: ServerAction.meta({ example: 'reboot' }) }).meta({ id: 'ServerActionRequest' });

export const ServerActionAccepted = z
  .object({ id: z.string(), action: z.string().meta({ example: 'reboot' }), status: z.literal('accepted') })
  .meta({ id: 'ServerActionAccepted' });
export type ServerActionAccepted = z.infer<typeof ServerActionAccepted>;

export const MetricsDuration = z.enum(['1h', '6h', '1d', '7d', '30d']);
export type MetricsDuration = z.infer<typeof MetricsDuration>;

/** The length of each time window and its sampling interval, in seconds. */
export const metricsWindows = {
  '1h': { seconds: 3600, stepSeconds: 60 },
  '6h': { seconds: 21_600, stepSeconds: 60 },
  '1d': { seconds: 86_400, stepSeconds: 300 },
  '7d': { seconds: 604_800, stepSeconds: 1800 },
  '30d': { seconds: 2_592_000, stepSeconds: 7200 },
} as const satisfies Record<MetricsDuration, { seconds: number; stepSeconds: number }>;

const MetricsSeries = z.object({ timestamps: z.array(z.iso.datetime()), values: z.array(z.number()) });

export const Metrics = z
  .object({
    cpu: MetricsSeries.meta({ description: 'Percent' }),
    ram: MetricsSeries.meta({ description: 'Percent' }),
    network_in: MetricsSeries.meta({ description: 'Bytes per second' }),
    network_out: MetricsSeries.meta({ description: 'Bytes per second' }),
  })
  .meta({ id: 'Metrics' });
export type Metrics = z.infer<typeof Metrics>;

export const ServerEvent = z
  .object({
    id: z.string(),
    type: z.string().meta({ example: 'server.hibernated' }),
    level: z.enum(['info', 'warning', 'error']),
    actor: z.object({
      type: z.enum(['user', 'api_key', 'mcp_key', 'system', 'operator']),
      id: z.string().nullable(),
      name: z.string().nullable(),
    }),
    fromStatus: ServerStatus.nullable(),
    toStatus: ServerStatus.nullable(),
    reason: z.string().nullable().meta({ example: 'BUDGET_CAP_REACHED' }),
    message: z.string().meta({ description: 'What happened, in the language of Accept-Language' }),
    requestId: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ServerEvent' });
export type ServerEvent = z.infer<typeof ServerEvent>;
