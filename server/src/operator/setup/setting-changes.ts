import type { Change, Setup } from './step.ts';

/** The desired value of a setting. */
export interface Wanted {
  readonly name: string;
  readonly value: string;
  /** Not shown. */
  readonly secret?: boolean;
}

/** The changes that give the settings these values. A different value in the file is shown before it is replaced. */
export async function settingChanges({ settings }: Setup, wanted: readonly Wanted[]): Promise<Change[]> {
  const now = await settings.read();
  return wanted
    .filter(({ name, value }) => now[name] !== value)
    .map(({ name, value, secret = false }) => ({
      verb: 'write' as const,
      what: told({ name, value, secret }, now[name]),
      inPreview: true,
      run: () => settings.write({ name, value }),
    }));
}

function told({ name, value, secret }: Required<Wanted>, before: string | undefined): string {
  const now = secret ? `${name} (not shown)` : `${name}=${value}`;
  if (before === undefined || before === '') return now;
  return `${now}, instead of ${secret ? 'the one before' : before}`;
}
