// A process that approves a request and kills itself without cleanup, when the work is done but not yet committed, or right after.
// Arguments: database URL, request id, the approver's id, time of the product's clock, "before" or "after".
import { connect } from '../../db/connect.ts';
import { handClock } from '../../kit/hand-clock.ts';
import { createLog } from '../../kit/log.ts';
import { decideRequest } from '../commerce/operator-requests/decide-request.ts';
import { createCtx } from '../create-ctx.ts';
import type { Ctx } from '../ground/ctx.ts';

const [url = '', requestId = '', approver = '', now = '', when = ''] = process.argv.slice(2);
const db = connect({ url });
const plain = createCtx({ db, clock: handClock(new Date(now)), log: createLog('silent') });
const transact: Ctx['transact'] = async (run) => {
  const result = await plain.transact(async (tx) => {
    const done = await run(tx);
    if (when === 'before') process.kill(process.pid, 'SIGKILL');
    return done;
  });
  process.kill(process.pid, 'SIGKILL');
  return result;
};
await decideRequest(
  { ...plain, transact, actor: { type: 'operator', id: approver, name: 'Approver' } },
  { requestId, decision: 'approved' },
);
await db.close();
