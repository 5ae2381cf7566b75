import { parseArgs } from 'node:util';

export interface TortureOptions {
  readonly histories: number;
  readonly seed: number;
  readonly steps: number;
  readonly replay: string | null;
  readonly kill: boolean;
}

export const USUAL_STEPS = 25;

const USAGE = `npm run torture -- [--histories N] [--seed S] [--steps M] [--kill] [--replay FILE]

  --histories N   how many histories, 100 unless given; 1 with --kill
  --seed S        of the first one; each next has the next number. Unless given, by chance
  --steps M       how long a history is, ${USUAL_STEPS} steps unless given
  --kill          kill a real Boreal again and again while customers use it, at moments that the seed says
  --replay FILE   play one kept history again, such as tests/torture/kept/….json`;

export function optionsOrExit(args: readonly string[]): TortureOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        histories: { type: 'string' },
        seed: { type: 'string' },
        steps: { type: 'string' },
        replay: { type: 'string' },
        kill: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    return {
      histories: whole(values.histories, values.kill ? 1 : 100),
      seed: whole(values.seed, Math.floor(Math.random() * 1e9)),
      steps: whole(values.steps, USUAL_STEPS),
      replay: values.replay ?? null,
      kill: values.kill ?? false,
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(2);
  }
}

function whole(text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  if (!/^\d+$/.test(text)) throw new Error(`${text} is not a whole number.`);
  return Number(text);
}
