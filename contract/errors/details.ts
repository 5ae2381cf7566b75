import type { AgentPermission, ApprovalStatus } from '../agents/agents.ts';
import type { ClosingBlocker, ErasureBlocker } from '../account/closing.ts';
import type { ToldIssue } from '../words/language.ts';
import type { MemberRole, Permission } from '../people/members.ts';
import type { OperatorRole } from '../operator/role.ts';
import type { OperatorPermission } from '../operator/roles.ts';
import type { ServerAction, ServerStatus, ServerTask } from '../servers/servers.ts';

/** The details that each error's message needs. Those named `…Micros` are micro-CAD. */
export interface ErrorDetails {
  Unauthorized: { reason: 'NO_API_KEY' | 'INVALID_API_KEY'; who?: 'agent' };
  NOT_SIGNED_IN: Record<never, never>;
  FORBIDDEN_ORIGIN: { siteUrl: string; who?: 'agent' };
  NOT_FOUND: { what: NotFoundNoun };
  INVALID_REQUEST: { issues: readonly ToldIssue[] };
  INVALID_STATE: { action: ServerAction | 'backup' | 'console'; currentStatus: ServerStatus; allowedActions: ServerAction[] };
  OPERATION_IN_PROGRESS: { task: ServerTask; currentStatus: ServerStatus };
  NOT_PROVISIONED: { currentStatus: ServerStatus };
  /** `hourMicros`: the cost of an hour of the requested server; omitted if the error concerns no server. */
  INSUFFICIENT_CREDITS: { requiredMicros: bigint; hourMicros?: bigint; balanceMicros: bigint };
  PAYMENT_REQUIRED: { requiredMicros: bigint } & MissingPayment;
  BUDGET_CAP_REACHED: { requiredMicros: bigint; hourMicros?: bigint } & ReachedCap;
  CYCLE_NOT_AVAILABLE: { productId: string };
  PAYMENT_IN_PROGRESS: { paymentId: string };
  ORDER_NOT_RENEWABLE: { reason: 'canceled' | 'deleted' | 'never paid' | 'never ran' | 'renewed already' | 'another term' | 'hourly' };
  NOT_REFUNDABLE: { refundableMicros: bigint };
  PLAN_NOT_AVAILABLE: {
    productId: string;
    alternatives: string[];
    /** It is never sold online: waiting for stock is pointless. */
    notSold?: 'contact' | 'disabled';
    /** The plan is in stock, but not where the server's disks or the backup are stored. */
    onlyElsewhere?: boolean;
  };
  /** Something that the person was shown before agreeing no longer holds. */
  CONFIRM_AGAIN: { of: 'refund' | 'card' | 'what follows' };
  PRICE_CHANGED: { expectedCad: number; actualCad: number; who?: 'agent' };
  BACKUP_NOT_READY: Record<never, never>;
  BACKUP_IN_PROGRESS: Record<never, never>;
  BACKUP_OPTION_DISABLED: Record<never, never>;
  MANUAL_BACKUP_LIMIT: { limit: number };
  BACKUP_STORAGE_FULL: Record<never, never>;
  HIBERNATION_LIMIT: { limitGb: number; keptGb: number; neededGb: number };
  CONFIRM_DELETE_BACKUPS_REQUIRED: { backups: number };
  PERMISSION_DENIED:
    | { who: MemberRole | 'key'; permission: Permission }
    | { who: 'operator'; role: OperatorRole; permission: OperatorPermission }
    | { who: 'agent'; need: Exclude<AgentNeed, 'raise'> }
    | { who: 'agent'; need: 'raise'; limit: 'budget' | 'autoReload' };
  PROOF_REQUIRED: Record<never, never>;
  /** `has`: the operator has one, but this session does not use it. */
  SECOND_FACTOR_REQUIRED: { has?: 'passkey' };
  SECOND_OPERATOR_REQUIRED: Record<never, never>;
  NETWORK_NOT_ALLOWED: Record<never, never>;
  ACCOUNT_SUSPENDED: Record<never, never>;
  ACCOUNT_CLOSED: Record<never, never>;
  ACCOUNT_NOT_CLOSABLE: { blockers: readonly ClosingBlocker[] };
  ACCOUNT_NOT_ERASABLE: { blockers: readonly ErasureBlocker[] };
  STILL_MEMBER: { accounts: readonly string[]; of?: 'house' };
  LAST_WAY_IN: Record<never, never>;
  LAST_OWNER: { of?: 'house' };
  INVITATION_EXPIRED: Record<never, never>;
  IDEMPOTENCY_CONFLICT: Record<never, never>;
  IDEMPOTENCY_IN_PROGRESS: Record<never, never>;
  ALREADY_DONE: { id: string | null };
  QUOTE_NOT_FOUND: Record<never, never>;
  QUOTE_EXPIRED: Record<never, never>;
  QUOTE_USED: Record<never, never>;
  QUOTE_KEY_MISMATCH: Record<never, never>;
  QUOTE_PARAMS_MISMATCH: { tool: string };
  APPROVAL_REQUIRED: { approvalId: string; status: 'pending' | 'refused'; approvalsUrl: string };
  APPROVAL_NOT_PENDING: { status: ApprovalStatus };
  REQUEST_NOT_WAITING: { status: 'approved' | 'declined' | 'expired' };
  REQUEST_OUTDATED: { of: 'price' | 'budget' | 'server' | 'asker' };
  CONFIRM_NAME_MISMATCH: Record<never, never>;
  PAYMENTS_UNAVAILABLE: Record<never, never>;
  SERVICE_UNAVAILABLE: Record<never, never>;
  'Too many requests': { retryAfterSeconds: number };
  INTERNAL_ERROR: Record<never, never>;
}

/**
 * What blocks an agent: a missing permission of its key, a read-only key or request header, or the role of the key's maker; `raise` is only
 * for people.
 */
export type AgentNeed = AgentPermission | 'write' | 'header' | 'role' | 'raise';

/** Whose spending a budget limits, and over what period. */
export type BudgetCap = 'account month' | 'account day' | 'server month' | AgentCap;

/** What is unpaid: a card is missing, a prepaid term is over (renewable or not), or the backups of a prepaid server. */
export type MissingPayment =
  | { missing: 'card' }
  | { missing: 'term'; orderId: string }
  | { missing: 'canceled term'; serverId: string }
  | { missing: 'backups'; serverId: string };

/** A server's budget is raised on that server. */
export type ReachedCap = { cap: Exclude<BudgetCap, 'server month'> } | { cap: 'server month'; serverId: string };

/** The names of an MCP key's caps. */
export type AgentCap = 'key server hour' | 'key total hour' | 'key servers' | 'key month' | 'key charge' | 'key month charges';

export type NotFoundNoun =
  | 'server'
  | 'plan'
  | 'model'
  | 'image'
  | 'region'
  | 'ssh key'
  | 'firewall rule'
  | 'key'
  | 'account'
  | 'host'
  | 'pool'
  | 'GPU'
  | 'page'
  | 'backup'
  | 'member'
  | 'invitation'
  | 'ticket'
  | 'mail'
  | 'card'
  | 'payment'
  | 'refund'
  | 'order'
  | 'invoice'
  | 'approval'
  | 'incident'
  | 'session'
  | 'way to sign in'
  | 'person'
  | 'operator'
  | 'job'
  | 'stock alert'
  | 'subscriber';
