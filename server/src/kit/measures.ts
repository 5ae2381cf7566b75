/**
 * What a process counts about its own work as it happens. The code that does the work reports it; `metrics/` counts. Durations are in
 * seconds.
 */
export interface Measures {
  /** A request was answered. `route`: the pattern of its path; null if there is none. */
  answered(of: { readonly method: string; readonly route: string | null; readonly status: number; readonly seconds: number }): void;
  /** The payment provider posted a message: it was taken, left to another Boreal (`later`), or signed with another secret than ours. */
  newsCame(outcome: 'taken' | 'later' | 'refused'): void;
  /** An engine answered a call or failed to: then `outcome` is the cause that it gave. */
  engineAnswered(of: { readonly engine: string; readonly call: string; readonly outcome: string; readonly seconds: number }): void;
  /** A schedule ran. `engine`: the engine it ran for; empty if it is for none. */
  ran(of: { readonly schedule: string; readonly engine: string; readonly failed: boolean; readonly seconds: number }): void;
  /** This process's clock was compared with the database's: how far it is ahead; negative if behind. */
  clocksCompared(aheadSeconds: number): void;
  /** A server was looked at and taken a step further. `waits`: what it waits for now; null if nothing. */
  stepped(of: { readonly result: 'done' | 'next' | 'wait' | 'failed'; readonly waits: string | null; readonly seconds: number }): void;
}

/** For processes that are not measured. */
export const unmeasured: Measures = {
  answered: () => undefined,
  newsCame: () => undefined,
  engineAnswered: () => undefined,
  ran: () => undefined,
  clocksCompared: () => undefined,
  stepped: () => undefined,
};

/** Awaits work, and reports its outcome and duration. */
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
