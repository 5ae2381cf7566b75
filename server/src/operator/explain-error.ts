import type { NotFoundNoun } from '@boreal/contract/errors/details.ts';
import { ConfigError } from '../config.ts';
import { EngineError, EngineSilent } from '../engines/engine.ts';
import { BackupError } from '../db/backup/backup-error.ts';
import { EmbeddedPostgresError, isDiskFull } from '../db/postgres-errors.ts';
import { AppError, isAppError } from '../kit/errors.ts';
import { OperatorError } from './operator-error.ts';
import { cad } from './output.ts';
import { INVOCATION } from './verb.ts';

/** An expected failure as a sentence for the operator, whereas the public texts address customers; null for a bug. */
export function explainError(error: unknown): string | null {
  if (error instanceof OperatorError || error instanceof ConfigError || error instanceof EngineSilent) return error.message;
  if (error instanceof EngineError) return `The engine failed: ${error.message.replace(/\.$/, '')}. Its own log may say more.`;
  if (error instanceof BackupError || error instanceof EmbeddedPostgresError) return error.message;
  if (isDiskFull(error)) return `There is no room left on a disk of Boreal or of its Postgres. Make room, and type the same again.`;
  if (isAppError(error, 'NOT_FOUND')) return `There is no such ${error.details.what}.${whereToLook(error.details.what)}`;
  if (isAppError(error, 'INVALID_REQUEST')) return error.details.issues.map((issue) => issue.message.en).join(' ');
  if (isAppError(error, 'INSUFFICIENT_CREDITS')) {
    const { balanceMicros, requiredMicros } = error.details;
    return `The balance is ${cad(balanceMicros)} CAD and never goes below zero, so ${cad(requiredMicros)} CAD cannot be taken. Nothing was changed.`;
  }
  if (isAppError(error, 'IDEMPOTENCY_CONFLICT')) {
    return 'This --key has already moved another amount, or in another way, on this account. Nothing was changed. Take a new key for a new movement.';
  }
  return error instanceof AppError ? error.messageIn('en') : null;
}

const lists: { readonly [what in NotFoundNoun]?: string } = {
  account: 'account list',
  plan: 'plan list',
  pool: 'pool list',
  host: 'host list',
  GPU: 'gpu list',
  server: 'server list',
  key: 'key list ACCOUNT',
  member: 'member list ACCOUNT',
  invitation: 'member list ACCOUNT',
  ticket: 'ticket list',
  mail: 'mail list',
  payment: 'payment list',
  refund: 'refund list',
  order: 'order list',
  invoice: 'invoice list',
};

function whereToLook(what: NotFoundNoun): string {
  const list = lists[what];
  return list === undefined ? '' : ` Look for its id with: ${INVOCATION} ${list}`;
}
