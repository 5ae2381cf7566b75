import type { Command } from 'commander';
import type { Ctx } from '../../core/ground/ctx.ts';
import type { Operate } from '../operate.ts';
import { facts, when, type CommandOutput } from '../output.ts';
import { verb } from '../verb.ts';

export function addClockCommands(program: Command, operate: Operate): void {
  const clock = program.command('clock').description("the product's time, which a demo may run faster");

  verb(clock, 'show', operate(show), { description: "Show the product's time beside the real one.", example: '' });
}

async function show({ clock }: Ctx): Promise<CommandOutput> {
  const [now, wall] = [clock.now(), clock.wall()];
  return {
    data: { now, wall, scale: clock.scale },
    text: facts({
      'Product time': when(now),
      'Real time': when(wall),
      Speed: clock.scale === 1 ? 'as real time' : `${clock.scale} times real time`,
    }),
  };
}
