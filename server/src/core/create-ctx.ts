import { randomInt } from 'node:crypto';
import type { Door } from '@boreal/contract/account/audit.ts';
import type { Database } from '../db/connect.ts';
import { transact } from '../db/transact.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { easyRules, type SignInRules } from '../kit/sign-in-rules.ts';
import type { TracedWork, Traces } from '../kit/traces.ts';
import { endOrder } from './commerce/orders/end-order.ts';
import { requireNoOpenCharge } from './commerce/orders/require-no-open-charge.ts';
import { requirePaidTerm } from './commerce/orders/require-paid-term.ts';
import { systemActor, type Actor, type Ctx, type DatabaseCopies, type PrepaidTerms } from './ground/ctx.ts';

/** How the fleet calls the rooms above it. */
const prepaidTerms: PrepaidTerms = { serverEnded: endOrder, requirePaid: requirePaidTerm, requireNoOpenCharge };

const TRANSACTION = { name: 'transaction', kind: 'asks', attributes: { 'db.system.name': 'postgresql' } } as const satisfies TracedWork;

/** A context without a customer: for the worker, the operator's command and the beginning of a door's request. */
export function createCtx(parts: {
  db: Database;
  clock: Clock;
  log: Log;
  actor?: Actor;
  door?: Door;
  rules?: SignInRules;
  traces?: Traces | null | undefined;
  databaseCopies?: DatabaseCopies | undefined;
}): Ctx {
  const { db, traces = null } = parts;
  return {
    actor: parts.actor ?? systemActor,
    door: parts.door ?? 'system',
    address: null,
    requestId: null,
    clock: parts.clock,
    db,
    transact: traces === null ? (run) => transact(db.sql, run) : (run) => traces.within(TRANSACTION, () => transact(db.sql, run)),
    random: (below) => randomInt(below),
    log: parts.log,
    traces,
    prepaidTerms,
    databaseCopies: parts.databaseCopies ?? { keptBy: 'nobody' },
    rules: parts.rules ?? easyRules,
  };
}
