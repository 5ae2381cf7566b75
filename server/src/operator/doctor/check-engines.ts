import { answerSignal } from '../../engines/answer-limits.ts';
import { EngineSilent } from '../../engines/engine.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { findUnsettled, type Unsettled } from '../../core/commerce/after-restore/find-unsettled.ts';
import { findAway } from '../../core/fleet/lifecycle/watch/find-orphans.store.ts';
import { listFenced } from '../../core/fleet/holders/holders.store.ts';
import { fencedFact, takeOverCommand } from '../../core/fleet/holders/tend-holder.ts';
import { listOrphans } from '../../core/fleet/engines/orphans.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import type { ConfiguredEngines } from '../configured-engines.ts';
import { withEngine } from '../with-engine.ts';
import { count } from '../output.ts';
import { INVOCATION } from '../verb.ts';
import { findDifferent } from './doctor.store.ts';
import { ok, wrong, type Finding } from './finding.ts';

/** The minimum time to wait for an engine. */
const AT_LEAST = { atLeastMs: 60 * SECOND_MS };

/** Each engine: whether it answers, can make machines, and has unknown machines. */
export async function checkEngines(ctx: Ctx, engines: ConfiguredEngines): Promise<Finding[]> {
  const findings: Finding[] = [];
  const configured = engines.list();
  for (const one of configured) {
    const about = configured.length > 1 ? `the engine ${one.name}` : 'engine';
    const named = configured.length > 1 ? ` --engine ${one.name}` : '';
    try {
      await withEngine(ctx, engines, one, async ({ engine, check }) => {
        const { missing, unsafe } = await check(answerSignal(engine, 'check', AT_LEAST));
        if ((await listFenced(ctx.db.sql, [one])).length > 0) {
          findings.push(wrong(about, fencedFact(one.name), `${INVOCATION} ${takeOverCommand(one.name)}`));
          return;
        }
        for (const sentence of missing) findings.push(wrong(about, sentence, `${INVOCATION} engine check${named}`));
        for (const sentence of unsafe) findings.push(wrong(about, sentence, `${INVOCATION} engine check${named}`));
        const orphans = await listOrphans(ctx, engine);
        if (orphans.length > 0)
          findings.push(
            wrong(
              about,
              `It has ${count(orphans.length, 'machine')} or stored backups that Boreal does not know.`,
              `${INVOCATION} orphan list${named}`,
            ),
          );
        const unsettled = await findUnsettled(ctx, engine);
        const owed = unsettled?.unsettled ?? [];
        if (owed.length > 0) findings.push(wrong(about, settle(owed), `${INVOCATION} restore settle --all --preview${named}`));
        for (const { why } of unsettled?.notEnded ?? []) findings.push(wrong(about, why.en, `${INVOCATION} server list`));
        const told = new Set([...owed, ...(unsettled?.notEnded ?? [])].map(({ serverId }) => serverId));
        const machines = await engine.list(answerSignal(engine, 'list', AT_LEAST));
        const different = (await findDifferent(ctx.db.sql, machines)).filter((id) => !told.has(id));
        const away = await findAway(ctx, engine.name, machines);
        if (away.length > 0) findings.push(wrong(about, elsewhere(away), `${INVOCATION} server show ${away[0]}`));
        if (different.length > 0) findings.push(wrong(about, differ(different), `${INVOCATION} server retry ${different[0]} --at-rest`));
        if (missing.length + unsafe.length + orphans.length + told.size + different.length + away.length === 0)
          findings.push(ok(about, 'It answers, and has all that it needs.'));
      });
    } catch (error) {
      if (!(error instanceof EngineSilent)) throw error;
      findings.push(wrong(about, error.message, `${INVOCATION} engine check${named}`));
    }
  }
  return findings;
}

function settle(owed: readonly Unsettled[]): string {
  return `${count(owed.length, 'server')} that the restored copy knows had ended or hibernated since, and hours were charged: ${owed.map(({ serverId }) => serverId).join(', ')}.`;
}

function elsewhere(ids: readonly string[]): string {
  return `The machines of ${ids.join(', ')} are on other hosts than Boreal says: they were moved after the copy of the database that was restored, or their host was renamed. What they have there is sold to nobody else. Once each was hibernated and restored, Boreal knows where it is.`;
}

function differ(ids: readonly string[]): string {
  return `The machines of ${ids.join(', ')} are not what Boreal says (server show): they were hibernated, or woken, after the copy of the database that was restored. Their customers are charged by what Boreal says; make their machines so.`;
}
