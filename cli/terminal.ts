/** The process as the program sees it. */
export interface Terminal {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether a person can be asked. */
  readonly isInteractive: boolean;
  /** To standard output: the answer. */
  readonly print: (text: string) => void;
  /** To standard error: everything else. */
  readonly say: (text: string) => void;
  /** A line typed by a person; null if they close the input. */
  readonly ask: (question: string) => Promise<string | null>;
  readonly readFile: (path: string) => Promise<string>;
  /** Runs a program on this terminal, without the API key in its environment, and returns its exit code; null if it cannot be started. */
  readonly run: (program: string, args: readonly string[]) => Promise<number | null>;
  /** Aborted by Ctrl-C. */
  readonly stopped: AbortSignal;
}
