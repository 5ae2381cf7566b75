import { z } from 'zod';
import { AmountCad } from '../values/amounts.ts';
import { KeyMaker } from '../people/keys.ts';
import { schemaSentences } from '../values/schema-sentences.ts';
import { NameText } from '../values/written-text.ts';

/**
 * What an MCP key may be allowed to do beyond reading: launch, run and stop servers and manage everything that belongs to them; destroy
 * things; charge the saved card and change what determines the taxes. `tools.ts` lists which tool needs which.
 */
export const agentPermissions = ['launch', 'delete', 'charge'] as const;
export const AgentPermission = z.enum(agentPermissions);
export type AgentPermission = z.infer<typeof AgentPermission>;

/** Tools whose confirmation charges the saved card: only a person who may pay can approve one. */
export const chargingTools = ['svc_renew_server', 'svc_topup_credits', 'svc_create_order'] as const;

/** How long a quote's token is valid, in seconds. */
export const QUOTE_SECONDS = 600;

/** How long a request for approval waits for a person, and how long an approval is then valid, in hours. */
export const APPROVAL_HOURS = 24;

/** Tool calls per minute and key; how many of them may spend; and how many may contact support, since each mails the people who answer. */
export const CALLS_PER_MINUTE = 120;
export const SPENDING_CALLS_PER_MINUTE = 10;
export const SUPPORT_CALLS_PER_MINUTE = 10;

const CapCad = AmountCad.min(0, schemaSentences.amountBelowZero.en).max(1_000_000).nullable();

const ServerCount = z
  .int(schemaSentences.serverCount.en)
  .min(0, schemaSentences.serverCount.en)
  .max(10_000, schemaSentences.serverCount.en);

/** The caps of a key: null means no cap. Amounts are CAD before tax; a month is a calendar month in Toronto. */
export const AgentCaps = z
  .strictObject({
    serverHourly: CapCad.default(null).meta({ description: 'Hourly rate of one server', example: 4 }),
    totalHourly: CapCad.default(null).meta({ description: 'Hourly rates of all its running servers together', example: 12 }),
    servers: ServerCount.nullable().default(null).meta({
      description: 'Servers at a time that are neither deleted nor hibernated',
      example: 3,
    }),
    monthlySpend: CapCad.default(null).meta({ description: 'Credit spent in a month', example: 200 }),
    perCharge: CapCad.default(null).meta({ description: 'One charge of the card', example: 100 }),
    monthlyCharges: CapCad.default(null).meta({ description: 'Charges of the card in a month', example: 300 }),
  })
  .meta({ id: 'AgentCaps' });
export type AgentCaps = z.infer<typeof AgentCaps>;

const Settings = z.strictObject({
  permissions: z.array(AgentPermission).max(agentPermissions.length),
  caps: AgentCaps.prefault({}),
  approvalAbove: CapCad.default(null).meta({
    description: 'What costs more than this, now or in an hour, waits until a person approves it; null: nothing waits',
    example: 50,
  }),
  stopAtCap: z.boolean().default(false).meta({ description: 'Hibernate its servers when their next hour would exceed a cap' }),
});

/** A new MCP key. Without permissions it can only read, and contact support. */
export const CreateMcpKeyRequest = Settings.extend({
  name: NameText,
  readOnly: z.boolean().default(false).meta({ description: 'Reads only, whatever the permissions say' }),
}).meta({ id: 'CreateMcpKeyRequest' });
export type CreateMcpKeyRequest = z.infer<typeof CreateMcpKeyRequest>;

/** Changes to a key; omitted fields keep their values. Caps and permissions are replaced as a whole. */
export const ChangeMcpKeyRequest = z
  .strictObject({
    permissions: Settings.shape.permissions.optional(),
    caps: AgentCaps.optional(),
    approvalAbove: CapCad.optional(),
    stopAtCap: z.boolean().optional(),
  })
  .meta({ id: 'ChangeMcpKeyRequest' });
export type ChangeMcpKeyRequest = z.infer<typeof ChangeMcpKeyRequest>;

/** What a key has spent: CAD before tax. */
export const AgentSpend = z
  .object({
    spentThisMonth: z.number().meta({ description: 'Credit taken by what it launched' }),
    chargedThisMonth: z.number().meta({ description: 'Charges of the card' }),
    hourlyNow: z.number().meta({ description: 'What its servers cost in an hour' }),
    serversNow: z.int().meta({ description: 'Servers neither deleted nor hibernated' }),
    periodStart: z.iso.datetime(),
    periodEnd: z.iso.datetime(),
  })
  .meta({ id: 'AgentSpend' });
export type AgentSpend = z.infer<typeof AgentSpend>;

export const McpKey = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().meta({ example: 'svc_mcp_a1B2' }),
    madeBy: KeyMaker.nullable(),
    readOnly: z.boolean(),
    permissions: z.array(AgentPermission),
    caps: AgentCaps,
    approvalAbove: z.number().nullable(),
    stopAtCap: z.boolean(),
    spend: AgentSpend,
    lastUsedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'McpKey' });
export type McpKey = z.infer<typeof McpKey>;

export const ApprovalStatus = z.enum(['pending', 'approved', 'refused', 'used', 'expired']);
export type ApprovalStatus = z.infer<typeof ApprovalStatus>;

/** Something an agent wants to spend that a person must allow first. */
export const AgentApproval = z
  .object({
    id: z.string().meta({ example: 'apr_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    status: ApprovalStatus,
    key: z.object({ id: z.string(), name: z.string() }),
    tool: z.string().meta({ example: 'svc_create_server' }),
    arguments: z.record(z.string(), z.unknown()),
    charge: z.number().meta({ description: 'CAD now' }),
    hourly: z.number().meta({ description: 'CAD an hour afterwards' }),
    decidedBy: z.string().nullable(),
    decidedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'AgentApproval' });
export type AgentApproval = z.infer<typeof AgentApproval>;

/** One tool call, as the audit of an agent shows it. */
export const AgentCall = z
  .object({
    id: z.string(),
    key: z.object({ id: z.string(), name: z.string() }),
    tool: z.string(),
    client: z.string().nullable().meta({ description: 'Name and version that the program gave of itself' }),
    arguments: z.record(z.string(), z.unknown()),
    outcome: z.string().meta({ description: '`ok`, or the code of the refusal' }),
    spent: z.number().meta({ description: 'CAD' }),
    durationMs: z.int(),
    quoteId: z.string().nullable(),
    requestId: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AgentCall' });
export type AgentCall = z.infer<typeof AgentCall>;

/** A disk of a server. */
export const ServerVolume = z
  .object({
    id: z.string(),
    kind: z.enum(['system', 'work']),
    sizeGb: z.int(),
    backedUp: z.boolean().meta({ description: 'Whether backups hold it' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ServerVolume' });
export type ServerVolume = z.infer<typeof ServerVolume>;

/** A snapshot of a disk from which a new server can be made. */
export const ServerSnapshot = z
  .object({ id: z.string(), volumeId: z.string(), sizeGb: z.number().nullable(), createdAt: z.iso.datetime() })
  .meta({ id: 'ServerSnapshot' });
export type ServerSnapshot = z.infer<typeof ServerSnapshot>;

/** What can be installed on a new server. */
export const Template = z
  .object({ id: z.string(), name: z.string(), imageId: z.string(), software: z.array(z.string()), default: z.boolean() })
  .meta({ id: 'Template' });
export type Template = z.infer<typeof Template>;
