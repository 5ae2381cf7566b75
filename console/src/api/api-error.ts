import { RequestIssue } from '@boreal/contract/errors/request-issue.ts';
import { z } from 'zod';

const Refusal = z.looseObject({
  error: z.string(),
  message: z.string(),
  issues: z.array(RequestIssue).optional(),
  alternatives: z.array(z.string()).optional(),
  requestId: z.string().optional(),
});
export type Refusal = z.infer<typeof Refusal>;

/** A request that was refused, or that never got an answer (`status` 0). Branch on `code`; show `message`. */
export class ApiError extends Error {
  readonly status: number;
  /** A code of the contract, or OFFLINE if nobody answered, UNREADABLE if the answer is not ours. */
  readonly code: string;
  /** The server's sentence, in the language of the page; empty if there is none. */
  readonly told: string;
  /** Which field is wrong, and why. */
  readonly issues: readonly RequestIssue[];
  /** Plans that can be deployed instead. */
  readonly alternatives: readonly string[];
  readonly requestId: string | null;
  /** Seconds after which a limit allows the next request. */
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    refusal: Partial<Refusal> & { error: string },
    options: { retryAfter?: string | null; cause?: unknown } = {},
  ) {
    super(refusal.message ?? refusal.error, { cause: options.cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = refusal.error;
    this.told = refusal.message ?? '';
    this.issues = refusal.issues ?? [];
    this.alternatives = refusal.alternatives ?? [];
    this.requestId = refusal.requestId ?? null;
    this.retryAfterSeconds = options.retryAfter ? Number(options.retryAfter) : null;
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** Whether the server has refused. Otherwise the outcome is unknown: the request is repeated unchanged, with its key. */
export function isRefusal(error: unknown): boolean {
  return isApiError(error) && error.status >= 400 && error.status < 500 && error.code !== 'IDEMPOTENCY_IN_PROGRESS';
}

/** Reads a refusal's body. */
export function refusalOf(answer: Response, text: string): ApiError {
  const retryAfter = answer.headers.get('retry-after');
  const parsed = Refusal.safeParse(jsonOrNull(text));
  return parsed.success
    ? new ApiError(answer.status, parsed.data, { retryAfter })
    : new ApiError(answer.status, { error: 'UNREADABLE' }, { retryAfter });
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
