/** What a trace may record about work. The list is closed, so that no name, mail, key, address or body gets into a trace by accident. */
export type TraceAttribute =
  | 'http.request.method'
  | 'http.route'
  | 'http.response.status_code'
  | 'error.type'
  | 'db.system.name'
  | 'boreal.request_id'
  | 'boreal.account_id'
  | 'boreal.actor_id'
  | 'boreal.server_id'
  | 'boreal.payment_id'
  | 'boreal.door'
  | 'boreal.goal'
  | 'boreal.result'
  | 'boreal.waits'
  | 'boreal.engine'
  | 'boreal.provider'
  | 'boreal.call'
  | 'boreal.outcome'
  /** The id of a caller's trace that is not continued: for searching only, not joined to anything. */
  | 'boreal.caller_trace_id';

export type TraceAttributes = { readonly [Name in TraceAttribute]?: string | number };

/** A piece of work, and its kind: a request answered, a call to another service, or a job queued for later. */
export interface TracedWork {
  readonly name: string;
  readonly kind: 'answers' | 'asks' | 'later' | 'inside';
  readonly attributes?: TraceAttributes;
}

export interface Span {
  tell(attributes: TraceAttributes): void;
}

/** Work that does not end with one function. */
export interface OpenSpan extends Span {
  /** Runs `run` within this work, with everything that it starts. */
  enter<T>(run: () => T): T;
  /** `name`: replaces the name once it is known better. */
  end(told: { readonly name: string; readonly failed: boolean }): void;
}

/**
 * Records which work belongs together, in this process and across processes. Null if nothing collects traces: then nothing is done.
 * Recording never fails and never waits.
 */
export interface Traces {
  /** Starts work, new or as a continuation of what `carried` names. Any text in `carried` is harmless. */
  open(work: TracedWork & { readonly carried?: string | null }): OpenSpan;
  /** The same, for the work of one function. */
  begin<T>(work: TracedWork & { readonly carried?: string | null }, run: (span: Span) => Promise<T>): Promise<T>;
  /** Records a part of the current work; outside of any, it just runs. */
  within<T>(work: TracedWork, run: (span: Span) => Promise<T>): Promise<T>;
  /** The current work, to be stored for another process (a W3C Trace Context `traceparent`); null outside of any. */
  carry(): string | null;
}
