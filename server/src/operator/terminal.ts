import type { Config } from '../config.ts';
import type { Keyboard } from './setup/keyboard.ts';

/** The process as the command sees it. */
export interface Terminal {
  readonly args: readonly string[];
  readonly readConfig: () => Config;
  /** The source of the configuration. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Null: nobody can be asked. */
  readonly keyboard: Keyboard | null;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}
