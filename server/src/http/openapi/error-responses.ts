import {
  ConflictBody,
  ErrorBody,
  errorStatuses,
  InternalErrorBody,
  InvalidRequestBody,
  PaymentBody,
  UnauthorizedBody,
  type ErrorCode,
  type ErrorStatus,
} from '@boreal/contract/errors/errors.ts';
import type { ErrorDetails } from '@boreal/contract/errors/details.ts';
import { schemaSentences } from '@boreal/contract/values/schema-sentences.ts';
import { AppError } from '../../kit/errors.ts';
import { isWrite } from '../../door/origin.ts';
import { unauthorized } from '../auth.ts';
import type { Endpoint } from '../../door/endpoint.ts';
import { errorAnswer } from '../../core/ground/error-answer.ts';
import { toJson, type JsonObject } from '../../kit/json.ts';
import { rateHeaders, requestIdHeader, retryAfterHeader } from './headers.ts';

const descriptions = {
  400: 'The request is not valid, or the resource is in no state for it.',
  401: 'No key (`NO_API_KEY`), or one that is unknown, expired, revoked, an MCP key, or read only on a write (`INVALID_API_KEY`).',
  402: 'Credit, a card or a higher budget is needed. Nothing was charged; the same request can be repeated afterwards.',
  403: 'A write without the `Origin` header of the site, or one that spends or starts something on a suspended or closed account.',
  404: 'Not found, or not of the caller’s account.',
  409: 'In conflict with how things are now.',
  429: 'Too many requests of this operation from this address; wait for the next minute.',
  500: 'Something went wrong in the service.',
  503: 'What it depends on does not answer; try again soon.',
} as const satisfies Record<ErrorStatus, string>;

const bodies = {
  400: InvalidRequestBody,
  401: UnauthorizedBody,
  402: PaymentBody,
  403: ErrorBody,
  404: ErrorBody,
  409: ConflictBody,
  429: ErrorBody,
  500: InternalErrorBody,
  503: ErrorBody,
} as const satisfies Record<ErrorStatus, typeof ErrorBody>;

/** Every error that an endpoint can answer. */
export function errorResponses(endpoint: Endpoint): JsonObject {
  const byStatus = Map.groupBy(errorCodesOf(endpoint), (code) => endpoint.statuses[code] ?? errorStatuses[code]);
  const statuses = [...byStatus].toSorted(([a], [b]) => a - b);
  const told = Object.fromEntries(
    statuses.map(([status, codes]) => [String(status), sharedReference(status, codes) ?? errorResponse(status, codes)]),
  );
  // An endpoint that takes only path parameters can answer 400 only for the path, before the door knows which endpoint is meant.
  return endpoint.takes.params && !byStatus.has(400) ? { 400: { $ref: `#/components/responses/${INVALID_ADDRESS}` }, ...told } : told;
}

/** Errors that are the same for every endpoint, described once. */
export function responseComponents(): JsonObject {
  return {
    ...Object.fromEntries([...shared].map(([status, { name, code }]) => [name, errorResponse(status, [code])])),
    [INVALID_ADDRESS]: {
      ...errorResponse(400, ['INVALID_REQUEST']),
      description: 'The path is not encoded correctly.',
      headers: requestIdHeader,
    },
  };
}

const INVALID_ADDRESS = 'InvalidAddress';

const shared = new Map<ErrorStatus, { name: string; code: ErrorCode }>([
  [401, { name: 'Unauthorized', code: 'Unauthorized' }],
  [403, { name: 'ForbiddenOrigin', code: 'FORBIDDEN_ORIGIN' }],
  [404, { name: 'NotFound', code: 'NOT_FOUND' }],
  [429, { name: 'TooManyRequests', code: 'Too many requests' }],
  [500, { name: 'InternalError', code: 'INTERNAL_ERROR' }],
  [503, { name: 'Unavailable', code: 'SERVICE_UNAVAILABLE' }],
]);

function sharedReference(status: ErrorStatus, codes: readonly ErrorCode[]): JsonObject | null {
  const response = shared.get(status);
  return response && codes.every((code) => code === response.code) ? { $ref: `#/components/responses/${response.name}` } : null;
}

/** The real body of every error that the endpoints answer, described once. */
export function errorExamples(endpoints: readonly Endpoint[], siteUrl: string): JsonObject {
  const codes = [...new Set(endpoints.flatMap(errorCodesOf))];
  const examples = codes
    .flatMap((code) => samplesOf(code, siteUrl))
    .map(({ name, error }) => {
      const value = toJson(errorAnswer(error, { locale: 'en', siteUrl, requestId: 'req_5f0c9d1e8b7a4c63a2d1e0f9b8c7a6d5' }));
      return [name, { value }];
    });
  return Object.fromEntries(examples);
}

function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const { auth, method, takes, errors } = endpoint;
  const codes = new Set<ErrorCode>(errors);
  // A write may arrive with an unreadable body, even if the endpoint takes none.
  if (takes.query || takes.body || isWrite(method)) codes.add('INVALID_REQUEST');
  if (auth === 'key') codes.add('Unauthorized');
  if (isWrite(method)) codes.add('FORBIDDEN_ORIGIN');
  if (method === 'POST') codes.add('IDEMPOTENCY_CONFLICT').add('IDEMPOTENCY_IN_PROGRESS');
  if (method === 'POST' && endpoint.tellsSecret) codes.add('ALREADY_DONE');
  return [...codes.add('Too many requests').add('INTERNAL_ERROR').add('SERVICE_UNAVAILABLE')];
}

function errorResponse(status: ErrorStatus, codes: readonly ErrorCode[]): JsonObject {
  return {
    description: descriptions[status],
    headers: { ...requestIdHeader, ...rateHeaders, ...((status === 429 || status === 503) && retryAfterHeader) },
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${bodies[status].meta()?.id}` },
        examples: Object.fromEntries(codes.flatMap(exampleNames).map((name) => [name, { $ref: `#/components/examples/${name}` }])),
      },
    },
  };
}

function exampleNames(code: ErrorCode): readonly string[] {
  return code === 'Unauthorized' ? ['NO_API_KEY', 'INVALID_API_KEY'] : [code.replaceAll(' ', '_')];
}

function samplesOf(code: ErrorCode, siteUrl: string): { name: string; error: AppError }[] {
  if (code === 'Unauthorized') return (['NO_API_KEY', 'INVALID_API_KEY'] as const).map((name) => ({ name, error: unauthorized(name) }));
  return exampleNames(code).map((name) => ({ name, error: new AppError(code, sampleDetails(siteUrl)[code]) }));
}

const sampleDetails = (siteUrl: string) =>
  ({
    Unauthorized: { reason: 'NO_API_KEY' },
    NOT_SIGNED_IN: {},
    FORBIDDEN_ORIGIN: { siteUrl },
    NOT_FOUND: { what: 'server' },
    INVALID_REQUEST: { issues: [{ path: 'name', message: schemaSentences.name }] },
    INVALID_STATE: { action: 'start', currentStatus: 'ACTIVE', allowedActions: ['stop', 'reboot', 'hibernate'] },
    OPERATION_IN_PROGRESS: { task: 'stopping', currentStatus: 'ACTIVE' },
    NOT_PROVISIONED: { currentStatus: 'PROVISIONING' },
    INSUFFICIENT_CREDITS: { requiredMicros: 3_990_000n, hourMicros: 3_990_000n, balanceMicros: 1_200_000n },
    PAYMENT_REQUIRED: { requiredMicros: 3_990_000n, missing: 'card' },
    BUDGET_CAP_REACHED: { cap: 'account month', requiredMicros: 3_990_000n, hourMicros: 3_990_000n },
    CYCLE_NOT_AVAILABLE: { productId: 'l4-x1' },
    PAYMENT_IN_PROGRESS: { paymentId: 'pay_01kb3c9qj2v9x6t5r4e3w2q1az' },
    ORDER_NOT_RENEWABLE: { reason: 'canceled' },
    NOT_REFUNDABLE: { refundableMicros: 25_000_000n },
    PLAN_NOT_AVAILABLE: { productId: 'h100-sxm-x1', alternatives: ['a100-80gb-x1', 'l40s-x1'] },
    PRICE_CHANGED: { expectedCad: 3.99, actualCad: 4.29 },
    CONFIRM_AGAIN: { of: 'refund' },
    BACKUP_NOT_READY: {},
    BACKUP_IN_PROGRESS: {},
    BACKUP_OPTION_DISABLED: {},
    MANUAL_BACKUP_LIMIT: { limit: 2 },
    BACKUP_STORAGE_FULL: {},
    HIBERNATION_LIMIT: { limitGb: 5000, keptGb: 4250, neededGb: 850 },
    CONFIRM_DELETE_BACKUPS_REQUIRED: { backups: 3 },
    PERMISSION_DENIED: { who: 'viewer', permission: 'servers.write' },
    PROOF_REQUIRED: {},
    SECOND_FACTOR_REQUIRED: {},
    SECOND_OPERATOR_REQUIRED: {},
    NETWORK_NOT_ALLOWED: {},
    ACCOUNT_SUSPENDED: {},
    ACCOUNT_CLOSED: {},
    ACCOUNT_NOT_CLOSABLE: { blockers: ['payment'] },
    ACCOUNT_NOT_ERASABLE: { blockers: ['open'] },
    STILL_MEMBER: { accounts: ['Acme Inc.'] },
    LAST_WAY_IN: {},
    LAST_OWNER: {},
    INVITATION_EXPIRED: {},
    IDEMPOTENCY_CONFLICT: {},
    IDEMPOTENCY_IN_PROGRESS: {},
    ALREADY_DONE: { id: 'key_01kb3c9qj2v9x6t5r4e3w2q1az' },
    QUOTE_NOT_FOUND: {},
    QUOTE_EXPIRED: {},
    QUOTE_USED: {},
    QUOTE_KEY_MISMATCH: {},
    QUOTE_PARAMS_MISMATCH: { tool: 'svc_create_server' },
    APPROVAL_REQUIRED: { approvalId: 'apr_01kb3c9qj2v9x6t5r4e3w2q1az', status: 'pending', approvalsUrl: `${siteUrl}/console/approvals` },
    APPROVAL_NOT_PENDING: { status: 'refused' },
    REQUEST_NOT_WAITING: { status: 'declined' },
    REQUEST_OUTDATED: { of: 'price' },
    CONFIRM_NAME_MISMATCH: {},
    PAYMENTS_UNAVAILABLE: {},
    SERVICE_UNAVAILABLE: {},
    'Too many requests': { retryAfterSeconds: 42 },
    INTERNAL_ERROR: {},
  }) satisfies { [C in ErrorCode]: ErrorDetails[C] };
