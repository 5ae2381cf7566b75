import type { Exchange, Failed } from './exchange.ts';

/** Codes for when there is no answer from Boreal. */
export type FailureCode = 'ABORTED' | 'UNREACHABLE' | 'REDIRECTED' | 'NOT_BOREAL';

/** A request that did not succeed: Boreal refused it, or its answer did not arrive. */
export class BorealError extends Error {
  /**
   * An error code of the API such as `INSUFFICIENT_CREDITS`; or `UNREACHABLE`, `REDIRECTED`, `NOT_BOREAL` or `ABORTED` without an answer
   * from Boreal.
   */
  readonly code: string;
  /** The HTTP status of the answer; null without one. */
  readonly status: number | null;
  /** Quote it when you contact support. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  /** The whole error body: `issues`, `alternatives`, `allowedActions` and others, as the API reference describes them. */
  readonly details: Readonly<Record<string, unknown>>;
  /**
   * Whether a write may have been carried out although no answer confirms it. A POST can be repeated safely with the same `idempotencyKey`;
   * otherwise check first.
   */
  readonly mayBeDone: boolean;
  /** The idempotency key that the POST was sent with. */
  readonly idempotencyKey: string | null;

  constructor(failed: Failed, { method, siteUrl, idempotencyKey }: Exchange, cause?: unknown) {
    super(sentenceOf(failed, siteUrl), { cause });
    const answer = 'answer' in failed ? failed.answer : null;
    this.name = 'BorealError';
    this.code = failed.is === 'refused' ? failed.code : codes[failed.is];
    this.status = answer?.status ?? null;
    this.requestId = answer?.requestId ?? null;
    this.retryAfterSeconds = answer?.retryAfterSeconds ?? null;
    this.details = failed.is === 'refused' ? fieldsOf(failed.answer.body) : {};
    this.mayBeDone = method !== 'GET' && isOpen(failed);
    this.idempotencyKey = idempotencyKey ?? null;
  }
}

const codes = {
  aborted: 'ABORTED',
  unreachable: 'UNREACHABLE',
  redirected: 'REDIRECTED',
  'not Boreal': 'NOT_BOREAL',
} as const satisfies Record<Exclude<Failed['is'], 'refused'>, FailureCode>;

/** Whether the outcome of the request is unknown. */
function isOpen(failed: Failed): boolean {
  if (failed.is === 'aborted') return true;
  if (failed.is === 'unreachable') return failed.wasSent;
  return failed.answer.status >= 500;
}

function sentenceOf(failed: Failed, siteUrl: string): string {
  switch (failed.is) {
    case 'aborted':
      return 'The request was aborted.';
    case 'unreachable':
      return `${siteUrl} does not answer (${failed.code}). Check the address and your connection.`;
    case 'redirected':
      return `${siteUrl} redirects to another address (${failed.answer.location ?? 'unnamed'}). Set siteUrl to the site's own address.`;
    case 'not Boreal':
      return `${siteUrl} answered with status ${failed.answer.status}, but not as Boreal does. Check the address.`;
    case 'refused': {
      const { message } = fieldsOf(failed.answer.body);
      return typeof message === 'string' ? message : failed.code;
    }
  }
}

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}
