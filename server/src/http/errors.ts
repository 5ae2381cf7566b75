import { errorStatuses, type ErrorStatus, type RequestIssue } from '@boreal/contract/errors.ts';
import type { Locale } from '@boreal/contract/messages.ts';
import { toCadDue, toCadBalance } from '@boreal/contract/money.ts';
import { accountAction } from '../core/accounts/account-action.rules.ts';
import { type AppError, isAppError } from '../kit/errors.ts';
import type { StatusesByCode } from './endpoint.ts';

/** The body of a refusal: a code, a sentence, and what a program needs to go on. */
export type ErrorAnswer = { readonly error: string; readonly message: string } & Readonly<Record<string, unknown>>;

/** The status that goes with an error's code, unless the endpoint says another. */
export function errorStatus(error: AppError, statuses: StatusesByCode = {}): ErrorStatus {
  return statuses[error.code] ?? errorStatuses[error.code];
}

/** What the REST door answers for a foreseen error. Amounts become CAD here. */
export function errorAnswer(error: AppError, reader: { locale: Locale; siteUrl: string; requestId: string }): ErrorAnswer {
  return { error: error.code, message: error.messageIn(reader.locale), ...details(error, reader) };
}

function details(error: AppError, reader: { locale: Locale; siteUrl: string; requestId: string }): Record<string, unknown> {
  if (isAppError(error, 'Unauthorized')) return { accountAction: accountAction({ ...reader, code: error.details.reason }) };
  if (isAppError(error, 'INVALID_REQUEST')) {
    const issues: RequestIssue[] = error.details.issues.map(({ path, message }) => ({ path, message: message[reader.locale] }));
    return { issues };
  }
  if (isAppError(error, 'INVALID_STATE')) {
    return { currentStatus: error.details.currentStatus, allowedActions: error.details.allowedActions };
  }
  if (isAppError(error, 'OPERATION_IN_PROGRESS')) return { currentStatus: error.details.currentStatus, allowedActions: [] };
  if (isAppError(error, 'NOT_PROVISIONED')) return { currentStatus: error.details.currentStatus };
  if (isAppError(error, 'INSUFFICIENT_CREDITS')) {
    const { requiredMicros, balanceMicros } = error.details;
    return { requiredCredits: toCadDue(requiredMicros), currentBalance: toCadBalance(balanceMicros), ...payment(requiredMicros, reader) };
  }
  if (isAppError(error, 'PAYMENT_REQUIRED')) return payment(error.details.requiredMicros, reader);
  if (isAppError(error, 'BUDGET_CAP_REACHED')) {
    return { accountAction: accountAction({ ...reader, code: 'BUDGET_CAP_REACHED', minimumMicros: error.details.requiredMicros }) };
  }
  if (isAppError(error, 'PLAN_NOT_AVAILABLE')) return { alternatives: error.details.alternatives };
  if (isAppError(error, 'INTERNAL_ERROR')) return { requestId: reader.requestId };
  return {};
}

function payment(minimumMicros: bigint, reader: { locale: Locale; siteUrl: string }) {
  return { accountAction: accountAction({ ...reader, code: 'PAYMENT_REQUIRED', minimumMicros }) };
}
