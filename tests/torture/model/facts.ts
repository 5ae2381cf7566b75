import type { MachineChange } from '../machine-record.ts';
import type { Notes } from '../notes.ts';
import type { Observed } from '../observed.ts';

/** All that the model judges by: what was asked, what everybody can see, and when machines really ran. */
export interface Facts {
  readonly notes: Notes;
  readonly seen: Observed;
  readonly record: ReadonlyMap<string, readonly MachineChange[]>;
  readonly end: Date;
}

export const HOUR_MS = 3_600_000;

/** For people who read a failure. */
export function cad(micros: bigint): string {
  return `${Number(micros) / 1_000_000} CAD`;
}
