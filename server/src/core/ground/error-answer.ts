import { toldIn } from '@boreal/contract/words/french-spacing.ts';
import type { BudgetCap } from '@boreal/contract/errors/details.ts';
import type { RequestIssue } from '@boreal/contract/errors/request-issue.ts';
import type { Locale } from '@boreal/contract/words/language.ts';
import { toCadDue, toCadBalance } from '@boreal/contract/values/money.ts';
import { accountAction } from './account-action.rules.ts';
import { type AppError, isAppError } from '../../kit/errors.ts';

/** The body of an error response: a code, a sentence, and what a program needs to proceed. */
export type ErrorAnswer = { readonly error: string; readonly message: string } & Readonly<Record<string, unknown>>;

/** Every door's response to an expected error. Converts amounts to CAD. */
export function errorAnswer(error: AppError, reader: { locale: Locale; siteUrl: string; requestId: string }): ErrorAnswer {
  return { error: error.code, message: error.messageIn(reader.locale), ...details(error, reader) };
}

function details(error: AppError, reader: { locale: Locale; siteUrl: string; requestId: string }): Record<string, unknown> {
  if (isAppError(error, 'Unauthorized')) {
    const { reason, who } = error.details;
    const remedy = who === 'agent' ? (reason === 'NO_API_KEY' ? 'noKey' : 'badKey') : undefined;
    return { accountAction: accountAction({ ...reader, code: reason, remedy }) };
  }
  if (isAppError(error, 'INVALID_REQUEST')) {
    const issues: RequestIssue[] = error.details.issues.map(({ path, message }) => ({ path, message: toldIn(reader.locale, message) }));
    return { issues };
  }
  if (isAppError(error, 'INVALID_STATE')) {
    return { currentStatus: error.details.currentStatus, allowedActions: error.details.allowedActions };
  }
  if (isAppError(error, 'OPERATION_IN_PROGRESS')) return { currentStatus: error.details.currentStatus, allowedActions: [] };
  if (isAppError(error, 'NOT_PROVISIONED')) return { currentStatus: error.details.currentStatus };
  if (isAppError(error, 'INSUFFICIENT_CREDITS')) {
    const { requiredMicros, hourMicros, balanceMicros } = error.details;
    return {
      requiredCredits: toCadDue(requiredMicros),
      currentBalance: toCadBalance(balanceMicros),
      accountAction: accountAction({ ...reader, code: 'PAYMENT_REQUIRED', hourMicros }),
    };
  }
  if (isAppError(error, 'PAYMENT_REQUIRED')) {
    const unpaid = error.details;
    const id = 'orderId' in unpaid ? unpaid.orderId : 'serverId' in unpaid ? unpaid.serverId : undefined;
    return { accountAction: accountAction({ ...reader, code: 'PAYMENT_REQUIRED', remedy: unpaid.missing, id }) };
  }
  if (isAppError(error, 'BUDGET_CAP_REACHED')) {
    const { hourMicros, ...reached } = error.details;
    const place = reached.cap === 'server month' ? ({ remedy: 'serverBudget', id: reached.serverId } as const) : keyCap(reached.cap);
    return { accountAction: accountAction({ ...reader, code: 'BUDGET_CAP_REACHED', ...place, hourMicros }) };
  }
  if (isAppError(error, 'PLAN_NOT_AVAILABLE')) {
    const { alternatives, notSold } = error.details;
    return { alternatives, ...(notSold && { eligibility: notSold }) };
  }
  if (isAppError(error, 'HIBERNATION_LIMIT')) return error.details;
  if (isAppError(error, 'PERMISSION_DENIED')) {
    if (error.details.who !== 'agent') return {};
    const { need } = error.details;
    // The header is in the agent's own configuration: nothing in the console can fix it.
    if (need === 'header') return { need };
    const code = need === 'raise' ? 'BUDGET_CAP_REACHED' : 'INVALID_API_KEY';
    const remedy = need === 'raise' ? error.details.limit : 'keyRights';
    return { need, accountAction: accountAction({ ...reader, code, remedy }) };
  }
  if (isAppError(error, 'APPROVAL_REQUIRED')) return error.details;
  if (isAppError(error, 'ALREADY_DONE')) return { id: error.details.id };
  if (isAppError(error, 'INTERNAL_ERROR')) return { requestId: reader.requestId };
  return {};
}

function keyCap(cap: BudgetCap) {
  return cap.startsWith('key ') ? ({ remedy: 'keyCap' } as const) : {};
}
