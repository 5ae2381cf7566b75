import { z } from 'zod';
import { RequestIssue } from './request-issue.ts';
import { ServerAction, ServerStatus } from '../servers/servers.ts';

/** Every code that an answer's `error` may have, with its HTTP status. */
export const errorStatuses = {
  Unauthorized: 401,
  NOT_SIGNED_IN: 401,
  FORBIDDEN_ORIGIN: 403,
  NOT_FOUND: 404,
  INVALID_REQUEST: 400,
  INVALID_STATE: 400,
  OPERATION_IN_PROGRESS: 400,
  NOT_PROVISIONED: 400,
  INSUFFICIENT_CREDITS: 402,
  PAYMENT_REQUIRED: 402,
  BUDGET_CAP_REACHED: 402,
  CYCLE_NOT_AVAILABLE: 400,
  PAYMENT_IN_PROGRESS: 409,
  ORDER_NOT_RENEWABLE: 409,
  NOT_REFUNDABLE: 409,
  PLAN_NOT_AVAILABLE: 409,
  PRICE_CHANGED: 400,
  CONFIRM_AGAIN: 409,
  BACKUP_NOT_READY: 409,
  BACKUP_IN_PROGRESS: 409,
  BACKUP_OPTION_DISABLED: 400,
  MANUAL_BACKUP_LIMIT: 400,
  BACKUP_STORAGE_FULL: 400,
  HIBERNATION_LIMIT: 400,
  CONFIRM_DELETE_BACKUPS_REQUIRED: 400,
  PERMISSION_DENIED: 403,
  PROOF_REQUIRED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  SECOND_OPERATOR_REQUIRED: 403,
  NETWORK_NOT_ALLOWED: 403,
  ACCOUNT_SUSPENDED: 403,
  ACCOUNT_CLOSED: 403,
  ACCOUNT_NOT_CLOSABLE: 409,
  ACCOUNT_NOT_ERASABLE: 409,
  STILL_MEMBER: 409,
  LAST_WAY_IN: 409,
  LAST_OWNER: 409,
  INVITATION_EXPIRED: 400,
  IDEMPOTENCY_CONFLICT: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  ALREADY_DONE: 409,
  QUOTE_NOT_FOUND: 404,
  QUOTE_EXPIRED: 409,
  QUOTE_USED: 409,
  QUOTE_KEY_MISMATCH: 403,
  QUOTE_PARAMS_MISMATCH: 409,
  APPROVAL_REQUIRED: 409,
  APPROVAL_NOT_PENDING: 409,
  REQUEST_NOT_WAITING: 409,
  REQUEST_OUTDATED: 409,
  CONFIRM_NAME_MISMATCH: 400,
  PAYMENTS_UNAVAILABLE: 503,
  SERVICE_UNAVAILABLE: 503,
  'Too many requests': 429,
  INTERNAL_ERROR: 500,
} as const;

export type ErrorCode = keyof typeof errorStatuses;
export type ErrorStatus = (typeof errorStatuses)[ErrorCode];

export const AccountActionCode = z.enum(['NO_API_KEY', 'INVALID_API_KEY', 'PAYMENT_REQUIRED', 'BUDGET_CAP_REACHED']);
export type AccountActionCode = z.infer<typeof AccountActionCode>;

const Link = z.url();

/** What a person must do in the console before the request can succeed. */
export const AccountAction = z
  .object({
    code: AccountActionCode,
    message: z.string().meta({ description: 'A sentence with the link; French when Accept-Language asks for it.' }),
    action: z.object({ label: z.string(), url: Link }),
    links: z.object({
      signup: Link,
      login: Link,
      apiKeys: Link,
      billing: Link,
      addCredits: Link,
      paymentMethod: Link,
      budget: Link,
      documentation: Link,
    }),
    minimumCad: z.number().optional().meta({ description: 'CAD that covers one hour of the requested GPU, when known', example: 3.99 }),
    minimumTopupCad: z.number().optional().meta({ description: 'Smallest credit purchase, CAD', example: 25 }),
  })
  .meta({ id: 'AccountAction' });
export type AccountAction = z.infer<typeof AccountAction>;

const ErrorText = z.string().meta({ description: 'A stable code to branch on.' });
const Message = z.string().meta({ description: 'What happened and what to do next, for a person.' });

export const ErrorBody = z.object({ error: ErrorText, message: Message }).meta({ id: 'Error' });

export const InvalidRequestBody = ErrorBody.extend({
  issues: z.array(RequestIssue).optional(),
  currentStatus: ServerStatus.optional(),
  allowedActions: z.array(ServerAction).optional(),
  limitGb: z.int().optional().meta({ description: 'Disks that hibernated servers of the account may keep, GB' }),
  keptGb: z.int().optional().meta({ description: 'What they keep now, GB' }),
  neededGb: z.int().optional().meta({ description: 'What this server would add, GB' }),
}).meta({ id: 'InvalidRequestError' });

export const UnauthorizedBody = ErrorBody.extend({ accountAction: AccountAction }).meta({ id: 'UnauthorizedError' });

export const PaymentBody = ErrorBody.extend({
  requiredCredits: z.number().optional(),
  currentBalance: z.number().optional(),
  accountAction: AccountAction,
}).meta({ id: 'PaymentError' });

/** `requestId` finds the request in the operator's log. */
export const InternalErrorBody = ErrorBody.extend({ requestId: z.string().meta({ example: 'req_5f0c9d1e8b7a4c63a2d1e0f9b8c7a6d5' }) }).meta(
  {
    id: 'InternalError',
  },
);

export const ConflictBody = ErrorBody.extend({
  alternatives: z.array(z.string()).optional().meta({ description: 'Plans deployable right now' }),
  eligibility: z
    .enum(['contact', 'disabled'])
    .optional()
    .meta({ description: 'Of a plan that is not sold online at all; waiting for stock is in vain' }),
}).meta({ id: 'ConflictError' });

/** Why no server is deployed, through any door. */
export const deployRefusals = [
  'INVALID_REQUEST',
  'ACCOUNT_SUSPENDED',
  'ACCOUNT_CLOSED',
  'INSUFFICIENT_CREDITS',
  'PAYMENT_REQUIRED',
  'BUDGET_CAP_REACHED',
  'PLAN_NOT_AVAILABLE',
] as const satisfies readonly ErrorCode[];

/** Errors that a power action may return. */
export const actionRefusals = [
  'INVALID_REQUEST',
  'INVALID_STATE',
  'OPERATION_IN_PROGRESS',
  'ACCOUNT_SUSPENDED',
  'ACCOUNT_CLOSED',
  'INSUFFICIENT_CREDITS',
  'PAYMENT_REQUIRED',
  'BUDGET_CAP_REACHED',
  'NOT_FOUND',
  'PLAN_NOT_AVAILABLE',
  'HIBERNATION_LIMIT',
] as const satisfies readonly ErrorCode[];
