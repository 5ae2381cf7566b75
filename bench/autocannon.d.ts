/** The few parts of autocannon that we use; the package has no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Request {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  }
  interface Client {
    setRequests(requests: readonly Request[]): void;
  }
  interface Outcome {
    readonly errors: number;
    readonly timeouts: number;
    /** Answers by status. */
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p99: number };
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    /** Milliseconds between checks for the end. */
    readonly sampleInt: number;
    readonly setupClient: (client: Client) => void;
  }
  export type { Request };
  /** Emits `start` when the connections are being opened, then calls back. */
  export default function autocannon(options: Options, done: (error: Error | null, outcome: Outcome) => void): EventEmitter;
}
