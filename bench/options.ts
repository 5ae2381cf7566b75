import { parseArgs } from 'node:util';

export const caseNames = ['availability', 'servers', 'deploy', 'mcp', 'metering'] as const;
export type CaseName = (typeof caseNames)[number];

export interface Options {
  readonly cases: readonly CaseName[];
  /** A smoke test: everything once and briefly; its ratios mean nothing. */
  readonly quick: boolean;
  /** A file for the results; null: only the terminal. */
  readonly json: string | null;
}

/** Parses the command line; a mistake ends the program with an explanation. */
export function optionsOrExit(args: readonly string[]): Options {
  try {
    return readOptions(args);
  } catch (error) {
    console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}

function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string', multiple: true }, quick: { type: 'boolean', default: false }, json: { type: 'string' } },
  });
  for (const name of values.only ?? []) {
    if (!caseNames.some((known) => known === name)) throw new Error(`--only takes one of ${caseNames.join(', ')}, not "${name}"`);
  }
  const cases = caseNames.filter((name) => values.only?.includes(name) ?? true);
  return { cases, quick: values.quick, json: values.json ?? null };
}
