import type { Config } from '../../config.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import type { Answers } from './answers.ts';
import type { Machine } from './machine.ts';
import type { Outside } from './outside.ts';
import type { SettingsFile } from './settings-file.ts';

/** What every step receives. */
export interface Setup {
  readonly answers: Answers;
  /** In a preview it remembers what would be written, but writes nothing. */
  readonly settings: SettingsFile;
  readonly machine: Machine;
  readonly outside: Outside;
  /** A public SSH key for the first server. Null: none was given. */
  readonly publicKey: string | null;
  /** Changes nothing, only reports. */
  readonly preview: boolean;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
  /** The configuration that the current settings produce. @throws ConfigError */
  config(): Promise<Config>;
  /** The database of the running Boreal; null in a preview if there is none. @throws OperatorError it does not run */
  ctx(): Promise<Ctx | null>;
  /** Notes for the summary: what the operator must know at the end. */
  readonly notes: string[];
}

const verbs = { write: 'wrote', make: 'made', add: 'added', start: 'started', restart: 'restarted', put: 'put', give: 'gave' } as const;

/** One change by a step. It may be repeated, and interrupted anywhere. */
export interface Change {
  readonly verb: keyof typeof verbs;
  /** The object of the sentence: in "write SITE_URL" and "wrote SITE_URL". Never a secret. */
  readonly what: string;
  /** Affects only what the preview itself remembers. */
  readonly inPreview?: true;
  readonly run: () => Promise<void>;
}

/** A step's result: the state once its changes are made, and the changes. No changes: the state is reached already. */
export interface Planned {
  readonly stands: string;
  readonly changes: readonly Change[];
}

/** A part of the installation. It checks whether it is done, so that setup continues where it was interrupted and repeats nothing. */
export interface Step {
  readonly name: string;
  plan(setup: Setup): Promise<Planned>;
}

/** The outcome of a step. */
export interface Told {
  readonly step: string;
  readonly stands: string;
  /** The changes made or, in a preview, those that would be. */
  readonly changes: readonly string[];
}

export function willDo({ verb, what }: Change): string {
  return `would ${verb} ${what}`;
}

export function didDo({ verb, what }: Change): string {
  return `${verbs[verb]} ${what}`;
}
