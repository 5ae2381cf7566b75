import type { Command } from 'commander';
import type { Config } from '../../config.ts';
import { systemClock } from '../../kit/clock.ts';
import type { ConfiguredEngines } from '../configured-engines.ts';
import { checkBackups } from '../doctor/check-backups.ts';
import { checkDatabase, checkWork } from '../doctor/check-database.ts';
import { checkEngines } from '../doctor/check-engines.ts';
import { checkIdentities } from '../doctor/check-identities.ts';
import { checkSecondFactors } from '../doctor/check-second-factors.ts';
import { checkMachine } from '../doctor/check-machine.ts';
import { checkMail, checkSite } from '../doctor/check-outside.ts';
import { checkStuck } from '../doctor/check-stuck.ts';
import { ok, wrong, type Finding } from '../doctor/finding.ts';
import { thisMachine, type Machine } from '../doctor/machine.ts';
import { explainError } from '../explain-error.ts';
import { openCtx } from '../open-ctx.ts';
import type { Operate, OperateAlone } from '../operate.ts';
import { count, type CommandOutput } from '../output.ts';
import { verb } from '../verb.ts';

export function addDoctorCommands(program: Command, _operate: Operate, engines: ConfiguredEngines, alone: OperateAlone): void {
  const doctor = program.command('doctor').description('problems of this Boreal, present and coming');
  verb(
    doctor,
    'check',
    alone((config, options: { all?: true }) => check(config, engines, options.all === true)),
    {
      description: 'Check everything, and say what to do. Exits with 1 when something is wrong; changes nothing.',
      example: '',
      isDefault: true,
    },
  ).option('--all', 'also what is well');
}

/** Everything that is wrong or soon will be; `all`: also what is fine. `machine`: the machine to examine. */
export async function check(
  config: Config,
  engines: ConfiguredEngines,
  all: boolean,
  machine: Machine = thisMachine,
): Promise<CommandOutput> {
  const now = systemClock().wall();
  const findings = (
    await Promise.all([
      checkMachine(config, now, machine),
      guarded('database', () => inBoreal(config, engines)),
      guarded('backups', () => checkBackups(config, now)),
      guarded('site', () => checkSite(config, now)),
      guarded('mail', () => checkMail(config)),
      guarded('signing in', () => checkIdentities(config)),
    ])
  ).flat();
  const wrongs = findings.filter((finding) => finding.is === 'wrong');
  const soons = findings.filter((finding) => finding.is === 'soon');
  const shown = [...wrongs, ...soons, ...(all ? findings.filter((finding) => finding.is === 'ok') : [])];
  const summary =
    wrongs.length + soons.length === 0
      ? `All ${findings.length} things that were looked at are well.`
      : `${count(findings.length, 'thing')} looked at: ${wrongs.length} wrong, ${soons.length} soon.`;
  return {
    data: { findings: findings.map((finding) => ({ ...finding })) },
    text: [...shown.map(told), summary].join('\n'),
    ...(wrongs.length > 0 && { failure: `Something is wrong: ${[...new Set(wrongs.map(({ about }) => about))].join(', ')}.` }),
  };
}

/** Checks that need the database of the running Boreal. */
async function inBoreal(config: Config, engines: ConfiguredEngines): Promise<Finding[]> {
  const ctx = await openCtx(config);
  try {
    const parts = [
      guarded('database', () => checkDatabase(ctx, config)),
      guarded('secret', () => checkSecondFactors(ctx, config)),
      guarded('work', () => checkWork(ctx, config)),
      guarded('work', () => checkStuck(ctx)),
      guarded('engine', () => checkEngines(ctx, engines)),
    ];
    return [ok('database', 'The database answers.'), ...(await Promise.all(parts)).flat()];
  } finally {
    await ctx.db.close();
  }
}

/** If one thing cannot be checked, the others still are. */
async function guarded(about: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    return [
      wrong(
        about,
        explainError(error) ?? `It could not be looked at: ${error instanceof Error ? error.message : String(error)}`,
        "systemctl status 'boreal*'",
      ),
    ];
  }
}

function told({ about, is, says, command }: Finding): string {
  const words = { ok: 'well ', soon: 'soon ', wrong: 'WRONG' } as const;
  return [`${words[is]}  ${about}: ${says}`, ...(command === null ? [] : [`       ${command}`])].join('\n');
}
