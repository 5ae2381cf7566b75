interface Looked {
  /** `disk`, `backups`, `the engine montreal`. */
  readonly about: string;
  /** One sentence. */
  readonly says: string;
}

/** What was checked, and what to type about it. `soon`: it still works today. */
export type Finding =
  | (Looked & { readonly is: 'ok'; readonly command: null })
  | (Looked & { readonly is: 'soon' | 'wrong'; readonly command: string });

/** Restarts the running processes, one or several: starting `boreal` would end the others. */
export const RESTART = "systemctl try-restart boreal 'boreal-api@*' 'boreal-worker@*'";

export const ok = (about: string, says: string): Finding => ({ about, is: 'ok', says, command: null });
export const soon = (about: string, says: string, command: string): Finding => ({ about, is: 'soon', says, command });
export const wrong = (about: string, says: string, command: string): Finding => ({ about, is: 'wrong', says, command });
