import { readdir } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { readWorkUnderWay } from '../../core/commerce/oversight/work-under-way.store.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { newestProof } from '../../core/money/verification/ledger-proofs.store.ts';
import { readMark } from '../../core/money/verification/owed.store.ts';
import { listFailing } from '../../db/failing-schedules.ts';
import { NEWEST_POSTGRES, OLDEST_POSTGRES } from '../../db/postgres-version.ts';
import { HOUR_MS } from '../../kit/clock.ts';
import { count } from '../output.ts';
import { INVOCATION } from '../verb.ts';
import { askPostgres } from './ask-postgres.ts';
import { readDatabase, readWork } from './doctor.store.ts';
import { ok, RESTART, soon, wrong, type Finding } from './finding.ts';
import { judgeFailing } from './judge-failing.rules.ts';
import {
  judgeArchiving,
  judgeClocks,
  judgeHours,
  judgePartitions,
  judgeProof,
  judgeSequences,
  judgeWorker,
  judgeWraparound,
} from './judge.rules.ts';

const MIGRATIONS = new URL('../../db/migrations/', import.meta.url);

/** The database itself, and whether its version fits. */
export async function checkDatabase(ctx: Ctx, config: Config): Promise<Finding[]> {
  const seen = await readDatabase(ctx.db.sql);
  const known = (await readdir(MIGRATIONS)).flatMap((name) => (name.endsWith('.sql') ? [name.slice(0, -'.sql'.length)] : []));
  const missing = known.filter((name) => !seen.migrations.includes(name));
  const unknown = seen.migrations.filter((name) => !known.includes(name));
  const major = Math.floor(seen.version / 10_000);
  return [
    judgeClocks({ oursMs: ctx.clock.wall().getTime(), theirsMs: seen.now.getTime() }),
    major > NEWEST_POSTGRES
      ? soon(
          'versions',
          `Postgres is of version ${major}, and Boreal is tested with ${OLDEST_POSTGRES} to ${NEWEST_POSTGRES}.`,
          askPostgres(config, 'select version()'),
        )
      : ok('versions', `Postgres is of version ${major}.`),
    missing.length > 0
      ? wrong(
          'versions',
          `The database is of an older Boreal than this command: it lacks ${missing.join(', ')}. A process that starts brings it up to date.`,
          RESTART,
        )
      : ok('versions', 'The database is up to date with this version of Boreal.'),
    ...(unknown.length === 0 ? [] : [newer(unknown)]),
    judgePartitions({ until: seen.partitionsUntil, now: ctx.clock.now() }),
    judgeSequences(seen.sequences, config),
    judgeWraparound({ age: seen.xidAge }, config),
    ...(config.databaseUrl === null ? [] : [judgeArchiving(seen.archiving, config)]),
  ];
}

/** What runs during an upgrade continues; what starts afterwards refuses. */
function newer(unknown: readonly string[]): Finding {
  return wrong(
    'versions',
    `The database was made by a newer Boreal than this command (it has ${unknown.join(', ')}): this version starts no more. Install the newer one, or restore a copy from before the upgrade.`,
    `${INVOCATION} version`,
  );
}

/** Whether due work is done. */
export async function checkWork(ctx: Ctx, config: Config): Promise<Finding[]> {
  const { clock } = ctx;
  const now = clock.now();
  const { provider } = config.payments;
  const seen = await readWork(ctx.db.sql, { now, provider });
  const mark = await readMark(ctx.db.sql);
  const failing = await listFailing(ctx.db.sql);
  const isHeld = failing.some(({ schedule, clock: doubt }) => schedule === 'meter' && doubt !== null);
  const findings: Finding[] = mark ? [judgeWorker({ billedThrough: mark, now, scale: clock.scale, isHeld })] : [];
  findings.push(...judgeFailing(failing));
  const { hoursUnbilled } = await readWorkUnderWay(ctx.db.sql, { now, wall: clock.wall() });
  findings.push(judgeHours({ unbilled: hoursUnbilled }));
  const proof = await newestProof(ctx.db.sql);
  if (proof) findings.push(judgeProof({ ...proof, now }));
  if (seen.mailsFailed > 0)
    findings.push(
      soon('mail', `${count(seen.mailsFailed, 'mail')} of the last week: refused for good.`, `${INVOCATION} mail list --status given_up`),
    );
  if (seen.mailsWaiting > 0)
    findings.push(
      wrong('mail', `${count(seen.mailsWaiting, 'mail')} waiting for more than an hour.`, `${INVOCATION} mail list --status waiting`),
    );
  if (seen.newsWaiting > 0)
    findings.push(
      wrong(
        'webhooks',
        `${count(seen.newsWaiting, 'message')} of the payment provider could not be applied for ten minutes.`,
        `${INVOCATION} payment list`,
      ),
    );
  if (seen.chargesElsewhere > 0)
    findings.push(
      soon(
        'payments',
        `${count(seen.chargesElsewhere, 'charge or refund', 'charges and refunds')} begun at Stripe, with which Boreal does not run any more: only Stripe knows what became of them. Until it runs with BOREAL_PAYMENTS=stripe again, whoever is being charged can neither renew an order nor close the account.`,
        `${INVOCATION} payment list`,
      ),
    );
  if (provider === 'stripe' && seen.lastCharge && (seen.lastNews?.getTime() ?? 0) < seen.lastCharge.getTime() - HOUR_MS)
    findings.push(
      wrong(
        'webhooks',
        'Cards were charged, and no message of Stripe was taken since: refunds and disputes made there are not seen. Is its webhook set to this site, and STRIPE_WEBHOOK_SECRET the secret of that webhook?',
        'grep -n STRIPE /etc/boreal/boreal.env',
      ),
    );
  if (seen.silentHosts.length > 0)
    findings.push(
      wrong(
        'hosts',
        `Nothing is sold on ${seen.silentHosts.join(', ')}: the engine does not reach them or takes no new machines there, or they are not checked.`,
        `${INVOCATION} host list`,
      ),
    );
  if (seen.serversInError > 0)
    findings.push(
      soon('servers', `${count(seen.serversInError, 'server')} in ERROR, and not billed.`, `${INVOCATION} server list --status ERROR`),
    );
  return findings;
}
