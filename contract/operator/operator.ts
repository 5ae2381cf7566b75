import { z } from 'zod';
import { AmountCad } from '../values/amounts.ts';
import { NamedAuditEntry } from '../account/audit.ts';
import { AccountBudget, HibernatedDisks } from '../billing/budgets.ts';
import { Eligibility, Pricing } from '../shop/catalog.ts';
import { Gpu, GpuCount, GpuNames } from '../fleet/gpus.ts';
import { HostRefusal, HostSilence, HostStateWhy } from '../fleet/hosts.ts';
import { CreditKind } from '../billing/credit-kind.ts';
import { IdText } from '../values/ids.ts';
import { OperatorServerAction } from './server-action.ts';
import { Profile } from '../account/profile.ts';
import { schemaSentences } from '../values/schema-sentences.ts';
import { RegionId, ServerEvent, ServerStatus, ServerTask } from '../servers/servers.ts';
import { NameText, ReasonText } from '../values/written-text.ts';
import { Ticket, TicketDetail } from '../account/support.ts';

// What an operator sees and does in the console. Amounts are CAD.

const Cad = AmountCad.positive(schemaSentences.amountNotPositive.en).max(100_000_000);

/** The state of an account; one that was suspended before it was closed counts as closed. */
export const AccountStanding = z.enum(['active', 'suspended', 'closed']);
export type AccountStanding = z.infer<typeof AccountStanding>;

export const OperatorAccount = z.object({
  id: z.string(),
  name: z.string(),
  balance: z.number(),
  currency: z.literal('CAD'),
  serverCount: z.int(),
  burnRatePerHour: z.number(),
  estimatedRuntimeHours: z.number().nullable(),
  /** When it was suspended; null if it is not. */
  suspendedAt: z.iso.datetime().nullable(),
  /** When it was closed; null if it is open. */
  closedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type OperatorAccount = z.infer<typeof OperatorAccount>;
/** How much disk an account's hibernated servers take, and how much they may; null: no limit. */
export const AccountHibernation = HibernatedDisks.extend({
  /** The limit is the account's own, not the general one. */
  isOwn: z.boolean(),
});
export type AccountHibernation = z.infer<typeof AccountHibernation>;
const DiskLimit = z
  .int(schemaSentences.diskLimit.en)
  .min(0, schemaSentences.diskLimit.en)
  .max(999_999_999, schemaSentences.diskLimit.en)
  .nullable();
/** How much disk the hibernated servers of each account without a limit of its own may keep; null: no limit. */
export const HibernationLimit = z.object({ limitGb: DiskLimit });
export type HibernationLimit = z.infer<typeof HibernationLimit>;
export const SetHibernationLimitRequest = z.strictObject({ limitGb: DiskLimit });
/** Omitted: the general limit applies again. */
export const SetAccountHibernationLimitRequest = z.strictObject({ limitGb: DiskLimit.optional() });

export const OperatorAccountDetail = z.object({
  id: z.string(),
  profile: Profile,
  balance: z.number(),
  currency: z.literal('CAD'),
  burnRatePerHour: z.number(),
  estimatedRuntimeHours: z.number().nullable(),
  budget: AccountBudget,
  hibernated: AccountHibernation,
  suspendedAt: z.iso.datetime().nullable(),
  suspendedReason: z.string().nullable(),
  closedAt: z.iso.datetime().nullable(),
  /** When its personal data was erased. */
  erasedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type OperatorAccountDetail = z.infer<typeof OperatorAccountDetail>;

const Movement = z.strictObject({
  amount: Cad,
  reason: ReasonText,
  /** Idempotency key: repeating it moves nothing. */
  key: z.string().regex(/^[\x21-\x7e]{1,100}$/, schemaSentences.movementKey.en),
  /** The server it concerns, if any. */
  serverId: IdText.optional(),
});
export const CreditAccountRequest = Movement.extend({ as: CreditKind.default('adjustment') });
export const DebitAccountRequest = Movement;
export const CreditMoved = z.object({
  accountId: z.string(),
  /** Null while another operator must decide. */
  transactionId: z.string().nullable(),
  /** The request that another operator must decide; null if there is none. */
  requestId: z.string().nullable(),
  /** False if this key had already moved it, or another operator must decide. */
  moved: z.boolean(),
  balance: z.number(),
  currency: z.literal('CAD'),
});

export const OperatorServer = z.object({
  id: z.string(),
  name: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  planId: z.string(),
  status: ServerStatus,
  task: ServerTask.nullable(),
  ipv4: z.string().nullable(),
  /** For an address that servers share, the port for SSH; null if the server has its own address. */
  sshPort: z.int().nullable(),
  hostId: z.string().nullable(),
  hostName: z.string().nullable(),
  waitReason: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type OperatorServer = z.infer<typeof OperatorServer>;
/** Everything that explains one server: its wish, what it waits for, where it runs, what happened. */
export const OperatorServerDetail = OperatorServer.extend({
  goal: z.string(),
  attempts: z.int(),
  deadlineAt: z.iso.datetime().nullable(),
  gpuSlots: z.array(z.int()),
  totals: z.object({ hours: z.int(), compute: z.number(), backup: z.number(), refunds: z.number(), total: z.number() }),
  events: z.array(ServerEvent),
});
export type OperatorServerDetail = z.infer<typeof OperatorServerDetail>;
export const ActOnAnyServerRequest = z.strictObject({ action: OperatorServerAction, reason: ReasonText });
export const ActedOnAnyServer = z.object({ id: z.string(), action: OperatorServerAction, status: z.literal('accepted') });

export const PreemptServerRequest = z.strictObject({ reason: ReasonText });
export const ServerPreempted = z.object({ id: z.string(), goal: z.string(), refunded: z.number(), currency: z.literal('CAD') });

export const MachineType = z.enum(['container', 'vm']);
/** Which of its engine's kinds of disk a pool uses for its servers. */
export const SystemDisk = z.enum(['flavor', 'volume']);
export type SystemDisk = z.infer<typeof SystemDisk>;
export const WorkDisk = z.enum(['volume', 'ephemeral']);
export type WorkDisk = z.infer<typeof WorkDisk>;

export const Pool = z.object({
  id: z.string(),
  name: z.string(),
  engine: z.string(),
  gpuModel: z.string(),
  region: z.string(),
  machineType: MachineType,
  /** False: capacity for servers of the model without a GPU. */
  withGpus: z.boolean(),
  /** Null: the engine's default. */
  systemDisk: SystemDisk.nullable(),
  workDisk: WorkDisk.nullable(),
  createdAt: z.iso.datetime(),
});
export type Pool = z.infer<typeof Pool>;
/** The kinds of disk that an engine offers a pool, the default first. Empty: it has only one way to make disks. */
const OfferedDisks = z.object({ systemDisks: z.array(SystemDisk), workDisks: z.array(WorkDisk) });
export type OfferedDisks = z.infer<typeof OfferedDisks>;
export const ListedPool = Pool.extend({ offered: OfferedDisks });
export type ListedPool = z.infer<typeof ListedPool>;

export const AddPoolRequest = z.strictObject({
  name: NameText,
  engine: NameText.default('simulated'),
  gpuModel: z.string().min(1).max(100),
  region: RegionId.optional(),
  machineType: MachineType.optional(),
  withGpus: z.boolean().optional(),
  systemDisk: SystemDisk.nullish(),
  workDisk: WorkDisk.nullish(),
});

export const RenamePoolRequest = z.strictObject({ name: NameText });
/** Applies to servers made from now on; omitted fields keep their values. Null: the default of the pool's engine. */
export const ChangePoolDisksRequest = z.strictObject({ systemDisk: SystemDisk.nullable(), workDisk: WorkDisk.nullable() }).partial();
export const RemovePoolRequest = z.strictObject({ reason: ReasonText });

/** What an engine offers for pools, as it reports it. */
export const EngineFound = z.object({
  name: z.string(),
  /** Null: the engine answered. Otherwise the reason why not, and `hosts` is empty. */
  silence: z.enum(['no_answer', 'no_service', 'not_asked', 'fenced']).nullable(),
  /** The engine names its GPUs, and they are declared by those names. */
  namesGpus: z.boolean(),
  offered: OfferedDisks,
  hosts: z.array(
    z.object({
      name: z.string(),
      reachable: z.boolean(),
      /** Already a declared host. */
      declared: z.boolean(),
      /** GPUs that are not declared yet. `model`: null if unknown to Boreal. */
      gpus: z.array(z.object({ device: z.string(), name: z.string(), model: z.string().nullable() })),
    }),
  ),
});
export type EngineFound = z.infer<typeof EngineFound>;

export const HostState = z.enum(['accepting', 'draining', 'offline']);
export const Host = z.object({
  id: z.string(),
  poolId: z.string(),
  name: z.string(),
  state: HostState,
  /** When it entered this state, and why; null since it was added, or if this was not yet recorded then. */
  stateSince: z.iso.datetime().nullable(),
  stateWhy: HostStateWhy.nullable(),
  /** Since when nothing is placed on it, whatever its state, because it is silent; null if it is not. */
  silentSince: z.iso.datetime().nullable(),
  silentWhy: HostSilence.nullable(),
  createdAt: z.iso.datetime(),
});
export type Host = z.infer<typeof Host>;
/**
 * One resource of a host: how much the engine finds, how much may be sold, (found - reserve) × factor, and how much is. The limit may be
 * lower than what is already sold.
 */
export const HostUse = z.object({ found: z.int(), allowed: z.int(), used: z.int(), factor: z.number(), reserve: z.int() });
export type HostUse = z.infer<typeof HostUse>;
/** The storage from which its disks or backups are allocated, possibly shared with other hosts. */
export const StorageUse = HostUse.extend({ name: z.string(), kinds: z.array(z.enum(['system', 'work', 'backups'])) });

/** A host and all its GPUs: which server has each, and which preempted server has yet to release it. */
export const HostWithGpus = Host.extend({
  /** The pools of its GPUs, in the order of their first slots. */
  poolIds: z.array(z.string()),
  free: z.int(),
  used: z.int(),
  /** How many are in a slot but not sold, whether or not a server has them. */
  setAside: z.int(),
  /** For an engine that does its own placement: the models of which it can make no machine larger than this number of GPUs. */
  refusals: z.array(HostRefusal),
  /** Its engine can move its servers to another host when it is drained. */
  canMove: z.boolean(),
  gpus: z.array(Gpu),
  /** Null, like empty storage: the engine has not reported it, so it is not counted. */
  cores: HostUse.nullable(),
  memoryGb: HostUse.nullable(),
  storages: z.array(StorageUse),
  /** The public address that its servers share, and how many of its ports are forwarded; null: each server has its own address. */
  shared: z.object({ ip: z.string(), listenIp: z.string(), first: z.int(), last: z.int(), held: z.int(), free: z.int() }).nullable(),
  /** The servers on its GPUs, and their accounts. */
  servers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      status: ServerStatus,
      planId: z.string(),
      accountId: z.string(),
      accountName: z.string(),
    }),
  ),
});
export type HostWithGpus = z.infer<typeof HostWithGpus>;
/** GPUs by name if the engine names them, otherwise by their number. */
export const AddHostRequest = z.strictObject({
  poolId: IdText,
  name: NameText,
  gpuCount: GpuCount.optional(),
  devices: GpuNames.optional(),
});
export const SetHostStateRequest = z.strictObject({ state: HostState });

const SoldTimes = z.number(schemaSentences.soldTimes.en).positive(schemaSentences.soldTimes.en).max(9999, schemaSentences.soldTimes.en);
const KeptBack = z.int(schemaSentences.keptBack.en).min(0, schemaSentences.keptBack.en).max(9_999_999, schemaSentences.keptBack.en);
const UseLimit = z.strictObject({ factor: SoldTimes.optional(), reserve: KeptBack.optional() });
/** How much of a host may be sold; omitted fields keep their values. Hosts that use the same storage share its limit. */
export const LimitHostRequest = z.strictObject({
  cores: UseLimit.optional(),
  memoryGb: UseLimit.optional(),
  storages: z
    .array(UseLimit.extend({ name: NameText }))
    .max(10)
    .optional(),
});

export const OperatorPlan = z.object({
  id: z.string(),
  name: z.string(),
  gpuModel: z.string(),
  gpuCount: z.int(),
  spot: z.boolean(),
  hourlyOnly: z.boolean(),
  vcores: z.int(),
  ramGb: z.int(),
  storageGb: z.int(),
  storageType: z.string(),
  /** 0: no work disk. */
  localStorageGb: z.int(),
  /** The hardware, as declared; null: not declared. */
  cpuModel: z.string().nullable(),
  network: z.string().nullable(),
  pricing: Pricing.nullable(),
  priceOnRequest: z.boolean(),
  purchasable: z.boolean(),
  autoProvisioning: z.boolean(),
  available: z.boolean(),
  eligibility: Eligibility,
  /** Since when it has not been sold or shown; null: it is sold. */
  retiredAt: z.iso.datetime().nullable(),
});
export type OperatorPlan = z.infer<typeof OperatorPlan>;
export const PlanFlags = z.object({ id: z.string(), purchasable: z.boolean(), autoProvisioning: z.boolean(), priceOnRequest: z.boolean() });
export const SetPlanFlagsRequest = z.strictObject({
  purchasable: z.boolean().optional(),
  autoProvisioning: z.boolean().optional(),
  priceOnRequest: z.boolean().optional(),
});

/** A dated price. `accountId` null: the list price. `pricing` null: the account's own price ends at that date. */
export const DatedPrice = z.object({
  id: z.string(),
  planId: z.string(),
  accountId: z.string().nullable(),
  pricing: Pricing.nullable(),
  validFrom: z.iso.datetime(),
  /** Whether it is in force yet. */
  begun: z.boolean(),
  createdAt: z.iso.datetime(),
});
/** A price in a list, with its account's name. */
export const ListedPrice = DatedPrice.extend({ accountName: z.string().nullable() });
export type ListedPrice = z.infer<typeof ListedPrice>;
export const SetPriceRequest = z.strictObject({
  planId: IdText,
  accountId: IdText.nullable().default(null),
  hourly: Cad,
  monthly: Cad.optional(),
  annual: Cad.optional(),
  /** Default: now. Never in the past. */
  validFrom: z.iso.datetime({ offset: true }).optional(),
});
export const WithdrawPriceRequest = z.strictObject({
  planId: IdText,
  accountId: IdText,
  /** Default: now. Never in the past. */
  validFrom: z.iso.datetime({ offset: true }).optional(),
});

export const OperatorTicket = Ticket.extend({ accountId: z.string(), accountName: z.string() });
export type OperatorTicket = z.infer<typeof OperatorTicket>;
export const OperatorTicketDetail = TicketDetail.extend({ accountId: z.string(), accountName: z.string() });
export type OperatorTicketDetail = z.infer<typeof OperatorTicketDetail>;

export const MailStatus = z.enum(['waiting', 'sent', 'given_up']);
/** A mail to one person, without its link's token. */
export const OperatorMail = z.object({
  id: z.string(),
  /** A kind of notice; a newer version may write others. */
  kind: z.string(),
  accountId: z.string().nullable(),
  toEmail: z.string(),
  toName: z.string().nullable(),
  language: z.string(),
  status: MailStatus,
  attempts: z.int(),
  lastError: z.string().nullable(),
  nextTryAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
});
export type OperatorMail = z.infer<typeof OperatorMail>;
export const OperatorMailDetail = OperatorMail.extend({ serverId: z.string().nullable(), data: z.json() });
export type OperatorMailDetail = z.infer<typeof OperatorMailDetail>;

/** One of the ledger's promises: the number of rows checked, the rows that break it, and how to read them. */
const LedgerCheck = z.object({ name: z.string(), checked: z.int(), broken: z.array(z.string()), advice: z.string().optional() });

/** The latest verification of the ledger; null: there is none yet. */
export const LedgerVerification = z.object({
  proof: z.object({ provenAt: z.iso.datetime(), ok: z.boolean(), checked: z.int(), checks: z.array(LedgerCheck) }).nullable(),
  /** Since when, in real time, another verification has been running or waiting for a worker. */
  underWaySince: z.iso.datetime().nullable(),
});
export type LedgerVerification = z.infer<typeof LedgerVerification>;

export const OperatorAuditEntry = NamedAuditEntry.extend({ accountId: z.string().nullable(), accountName: z.string().nullable() });
export type OperatorAuditEntry = z.infer<typeof OperatorAuditEntry>;
