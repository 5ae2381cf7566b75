import { listStuckWork } from '../../core/commerce/oversight/list-stuck.ts';
import { STUCK_SHOWN } from '../../core/commerce/oversight/stuck.rules.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { INVOCATION } from '../verb.ts';
import { ok, wrong, type Finding } from './finding.ts';

/** How many are named; the operators' page lists the others. */
const NAMED = 5;

/** The contents of the operators' jobs page: work that has waited for much longer than it should. */
export async function checkStuck(ctx: Ctx): Promise<Finding[]> {
  const { servers, backups, payments, refunds, jobs } = await listStuckWork(ctx);
  const findings = [
    ...stuck(
      servers,
      ['server does', 'servers do'],
      ({ id }) => `${INVOCATION} server show ${id}`,
      ({ id }) => id,
    ),
    ...stuck(
      backups,
      ['backup does', 'backups do'],
      ({ serverId }) => `${INVOCATION} server show ${serverId}`,
      ({ id }) => id,
    ),
    ...stuck(
      payments,
      ['charge does', 'charges do'],
      ({ id }) => `${INVOCATION} payment show ${id}`,
      ({ id }) => id,
    ),
    ...stuck(
      refunds,
      ['refund does', 'refunds do'],
      () => `${INVOCATION} refund list`,
      ({ id }) => id,
    ),
    ...stuck(
      jobs,
      ['job of the queue does', 'jobs of the queue do'],
      () => "systemctl status 'boreal*'",
      ({ task }) => task,
    ),
  ];
  return findings.length > 0 ? findings : [ok('work', 'No work has waited for longer than it should.')];
}

function stuck<T>(
  rows: readonly T[],
  [one, many]: readonly [string, string],
  command: (row: T) => string,
  name: (row: T) => string,
): Finding[] {
  const [first] = rows;
  if (first === undefined) return [];
  const howMany = rows.length === STUCK_SHOWN ? `At least ${STUCK_SHOWN}` : String(rows.length);
  const named = rows.slice(0, NAMED).map(name).join(', ');
  const rest = rows.length > NAMED ? ' …' : '';
  const subject = rows.length === 1 ? `A ${one}` : `${howMany} ${many}`;
  const says = `${subject} not get on: ${named}${rest}. The operators' page Jobs says why, and tries again. See docs/runbooks/BorealWorkStuck.md.`;
  return [wrong('work', says, command(first))];
}
