/** What a process counts of its own work while it does it. Whoever does the work tells; `metrics/` counts. Durations are in seconds. */
export interface Measures {
  /** A request was answered. `route`: the pattern of its path; null where nothing is. */
  answered(of: { readonly method: string; readonly route: string | null; readonly status: number; readonly seconds: number }): void;
  /** The payment provider posted a message: it was taken, left to another Boreal (`later`), or signed with another secret than ours. */
  newsCame(outcome: 'taken' | 'later' | 'refused'): void;
  /** An engine answered a call, or did not: then `outcome` is the cause that it gave. */
  engineAnswered(of: { readonly engine: string; readonly call: string; readonly outcome: string; readonly seconds: number }): void;
  /** A schedule ran. `engine`: the one that it was done with; empty where it is of none. */
  ran(of: { readonly schedule: string; readonly engine: string; readonly failed: boolean; readonly seconds: number }): void;
  /** The clock of this process was compared with the database's: by how much it is ahead; negative where it is behind. */
  clocksCompared(aheadSeconds: number): void;
  /** A server was looked at, and brought a step further. `waits`: for what it waits now; null when it does not. */
  stepped(of: { readonly result: 'done' | 'next' | 'wait' | 'failed'; readonly waits: string | null; readonly seconds: number }): void;
}

/** For whoever is not measured. */
export const unmeasured: Measures = {
  answered: () => undefined,
  newsCame: () => undefined,
  engineAnswered: () => undefined,
  ran: () => undefined,
  clocksCompared: () => undefined,
  stepped: () => undefined,
};

/** Waits for work, and tells what came of it and how long it took. */
export async function timed<T>(
  work: () => Promise<T>,
  tell: { done(value: T, seconds: number): void; failed(error: unknown, seconds: number): void },
): Promise<T> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  try {
    const value = await work();
    tell.done(value, seconds());
    return value;
  } catch (error) {
    tell.failed(error, seconds());
    throw error;
  }
}
