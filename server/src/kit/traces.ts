/** What a trace may say of a piece of work. The list is closed, so that no name, mail, key, address or body gets into one by chance. */
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
  /** The trace of a caller that is not gone on with: to be searched for, and joined to nothing. */
  | 'boreal.caller_trace_id';

export type TraceAttributes = { readonly [Name in TraceAttribute]?: string | number };

/** A piece of work, and its place among others: whose request is answered, whom we ask, or what was put down for later. */
export interface TracedWork {
  readonly name: string;
  readonly kind: 'answers' | 'asks' | 'later' | 'inside';
  readonly attributes?: TraceAttributes;
}

export interface Span {
  tell(attributes: TraceAttributes): void;
}

/** Work whose end is not that of one function. */
export interface OpenSpan extends Span {
  /** What `run` does, and what comes of it, is within this work. */
  enter<T>(run: () => T): T;
  /** `name`: what it turned out to be. */
  end(told: { readonly name: string; readonly failed: boolean }): void;
}

/**
 * Tells which work belongs together, in this process and in others. Where nobody collects that, there is null instead, and nothing is
 * done for it. What is told never fails and never waits.
 */
export interface Traces {
  /** Work that is the beginning, or that goes on with what `carried` names. Whatever text is carried, it does no harm. */
  open(work: TracedWork & { readonly carried?: string | null }): OpenSpan;
  /** The same for what one function does. */
  begin<T>(work: TracedWork & { readonly carried?: string | null }, run: (span: Span) => Promise<T>): Promise<T>;
  /** A part of the work that this is called in; outside of any, it is just done. */
  within<T>(work: TracedWork, run: (span: Span) => Promise<T>): Promise<T>;
  /** The work that this is called in, to be stored for another process (a `traceparent` of W3C's Trace Context); null outside of any. */
  carry(): string | null;
}
