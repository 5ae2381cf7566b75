/** A small record on the engine itself, as new as the engine is. */
export interface HolderRecord {
  /** Null: nobody has written one yet. */
  readonly read: (signal: AbortSignal) => Promise<Holder | null>;
  /**
   * Writes `after` if `before` is what is there; otherwise changes nothing and answers false. Of several who write at the same instant
   * more than one may be told that it has: what is there then is one of theirs, and the next look tells whose.
   */
  readonly replace: (change: { readonly before: Holder | null; readonly after: Holder }, signal: AbortSignal) => Promise<boolean>;
}

/** The database that drives an engine: its id, until another takes over, and how far it has counted. */
export interface Holder {
  readonly id: string;
  readonly epoch: number;
}
