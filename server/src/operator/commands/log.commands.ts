import { InvalidArgumentError, Option, type Command } from 'commander';
import { readLogLevel, type HouseLogLevel } from '../../core/ground/installation/log-level.store.ts';
import { setLogLevel } from '../../core/ground/installation/set-log-level.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { logLevels, type LogLevel } from '../../kit/log.ts';
import type { Operate } from '../operate.ts';
import { when, type CommandOutput } from '../output.ts';
import { verb } from '../verb.ts';

const MINUTES_MAX = 7 * 24 * 60;

export function addLogCommands(program: Command, operate: Operate): void {
  const log = program.command('log').description('the log level');

  verb(log, 'show', operate(show), {
    description: 'Show whether all processes log at one level, or each as it is configured.',
    example: '',
  });

  verb(log, 'level', operate(level), {
    description: 'Set the log level of every process within seconds, without a restart; default: each as it is configured.',
    example: 'debug --minutes 30',
  })
    .argument('<level>', `${logLevels.join(', ')}, or default`, parseLevel)
    .addOption(
      new Option('--minutes <number>', 'then go back by itself; otherwise it stays, also for those that start later').argParser(
        parseMinutes,
      ),
    );
}

async function show(ctx: Ctx): Promise<CommandOutput> {
  const set = await readLogLevel(ctx.db.sql);
  return told(set !== null && set.until !== null && set.until <= ctx.clock.wall() ? null : set);
}

async function level(ctx: Ctx, wanted: LogLevel | 'default', { minutes }: { minutes?: number }): Promise<CommandOutput> {
  return told(await setLogLevel(ctx, { level: wanted === 'default' ? null : wanted, minutes: minutes ?? null }));
}

function told(set: HouseLogLevel | null): CommandOutput {
  const until = set?.until ? `, until ${when(set.until)}` : '';
  return {
    data: { level: set?.level ?? null, until: set?.until ?? null },
    text: set === null ? 'Every process logs as it is configured: BOREAL_LOG_LEVEL.' : `Every process logs at ${set.level}${until}.`,
  };
}

function parseLevel(text: string): LogLevel | 'default' {
  const found = logLevels.find((one) => one === text);
  if (found !== undefined) return found;
  if (text === 'default') return text;
  throw new InvalidArgumentError(`Write ${logLevels.join(', ')}, or default.`);
}

function parseMinutes(text: string): number {
  const minutes = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (minutes < 1 || minutes > MINUTES_MAX) throw new InvalidArgumentError(`Write a number of minutes from 1 to ${MINUTES_MAX}, a week.`);
  return minutes;
}
