/** What was looked at, and what is to be done about it. */
export interface Finding {
  /** `disk`, `backups`, `the engine montreal`. */
  readonly about: string;
  /** `soon`: it works today. */
  readonly is: 'ok' | 'soon' | 'wrong';
  /** One sentence. */
  readonly says: string;
  /** What to type; null where nothing has to be done, or no one command does it. */
  readonly command: string | null;
}

export const ok = (about: string, says: string): Finding => ({ about, is: 'ok', says, command: null });
export const soon = (about: string, says: string, command: string | null): Finding => ({ about, is: 'soon', says, command });
export const wrong = (about: string, says: string, command: string | null): Finding => ({ about, is: 'wrong', says, command });
