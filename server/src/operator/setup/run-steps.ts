import { plain } from '../output.ts';
import { didDo, willDo, type Setup, type Step, type Told } from './step.ts';
import { stopped } from './stopped.ts';

const NAME_WIDTH = 12;

/**
 * Runs the steps in order. Each one checks what exists, asks what it must know, does what is missing, and reports it. If setup is stopped
 * or fails, completed work stays, and the next run continues there.
 */
export async function runSteps(steps: readonly Step[], setup: Setup): Promise<readonly Told[]> {
  const all: Told[] = [];
  for (const step of steps) {
    throwIfStopped(setup);
    const { stands, changes } = await step.plan(setup);
    const told: string[] = [];
    const name = step.name.padEnd(NAME_WIDTH);
    setup.say(plain(`${name}${changes.length === 0 ? `as it is: ${stands}` : stands}`));
    for (const change of changes) {
      throwIfStopped(setup);
      if (!setup.preview || change.inPreview) await change.run();
      const line = setup.preview ? willDo(change) : didDo(change);
      told.push(line);
      setup.say(plain(`${' '.repeat(NAME_WIDTH)}${line}`));
    }
    all.push({ step: step.name, stands, changes: told });
  }
  return all;
}

function throwIfStopped({ signal }: Setup): void {
  if (signal.aborted) throw stopped();
}
