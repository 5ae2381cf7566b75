import type { Change, Setup } from './step.ts';

/** A setting as it should be. */
export interface Wanted {
  readonly name: string;
  readonly value: string;
  /** Not shown. */
  readonly secret?: boolean;
}

/** What must be written so that the settings are these. What the file says otherwise is named before it is replaced. */
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
