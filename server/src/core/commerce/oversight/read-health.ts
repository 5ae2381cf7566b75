import type { HouseHealth } from '@boreal/contract/operator/oversight.ts';
import { readMeterMark } from '../../money/clocks/meter-mark.store.ts';
import { newestProof } from '../../money/verification/ledger-proofs.store.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { judgeHealth } from './health.rules.ts';
import { readWorkUnderWay } from './work-under-way.store.ts';

/** Whether everything essential is true: hours are billed, the ledger is proven, the database is backed up. For operators. */
export async function readHealth(ctx: Ctx): Promise<HouseHealth> {
  const { clock, databaseCopies: copies } = ctx;
  const db = ctx.db.sql;
  const [now, wall] = [clock.now(), clock.wall()];
  const [billedThrough, { hoursUnbilled }, proof] = await Promise.all([
    readMeterMark(db),
    readWorkUnderWay(db, { now, wall }),
    newestProof(db),
  ]);
  return judgeHealth({ now, wall, scale: clock.scale, billedThrough, hoursUnbilled, proof, copies });
}
