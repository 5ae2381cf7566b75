/** A small record on the engine itself, so that restoring a database does not restore it. */
export interface HolderRecord {
  /** Null: none has been written yet. */
  readonly read: (signal: AbortSignal) => Promise<Holder | null>;
  /**
   * Writes `after` if the record still is `before`; otherwise changes nothing and returns false. If several write at the same instant, more
   * than one may get true: the record is then one of theirs, and the next read shows whose.
   */
  readonly replace: (change: { readonly before: Holder | null; readonly after: Holder }, signal: AbortSignal) => Promise<boolean>;
}

/** The database that drives an engine: its id, until another takes over, and its epoch. */
export interface Holder {
  readonly id: string;
  readonly epoch: number;
}
