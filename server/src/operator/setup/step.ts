import type { Config } from '../../config.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import type { Answers } from './answers.ts';
import type { Machine } from './machine.ts';
import type { Outside } from './outside.ts';
import type { SettingsFile } from './settings-file.ts';

/** What every step works with. */
export interface Setup {
  readonly answers: Answers;
  /** In a preview it remembers what would be written, and writes nothing. */
  readonly settings: SettingsFile;
  readonly machine: Machine;
  readonly outside: Outside;
  /** Whom the first server lets in: a public SSH key. Null: nobody has said. */
  readonly publicKey: string | null;
  /** Nothing is changed, only said. */
  readonly preview: boolean;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
  /** The configuration that the settings make now. @throws ConfigError */
  config(): Promise<Config>;
  /** The database of the running Boreal; null in a preview, while there is none. @throws OperatorError it does not run */
  ctx(): Promise<Ctx | null>;
  /** Kept for the summary: what the operator must know at the end. */
  readonly notes: string[];
}

const verbs = { write: 'wrote', make: 'made', add: 'added', start: 'started', restart: 'restarted', put: 'put', give: 'gave' } as const;

/** One thing that a step does. It may be done twice, and be interrupted anywhere. */
export interface Change {
  readonly verb: keyof typeof verbs;
  /** Of what: "write SITE_URL" and "wrote SITE_URL" are both read. Never a secret. */
  readonly what: string;
  /** Touches nothing but what the preview itself remembers. */
  readonly inPreview?: true;
  readonly run: () => Promise<void>;
}

/** What a step has found: how things stand once its changes are made, and those. None: they stand so already. */
export interface Planned {
  readonly stands: string;
  readonly changes: readonly Change[];
}

/** A part of the installation. It looks whether it is done, so that setup goes on where it was interrupted and repeats nothing. */
export interface Step {
  readonly name: string;
  plan(setup: Setup): Promise<Planned>;
}

/** What has become of a step. */
export interface Told {
  readonly step: string;
  readonly stands: string;
  /** Done, or in a preview what would be. */
  readonly changes: readonly string[];
}

export function willDo({ verb, what }: Change): string {
  return `would ${verb} ${what}`;
}

export function didDo({ verb, what }: Change): string {
  return `${verbs[verb]} ${what}`;
}
