/** Who made a request, for the access log. */
export interface RequestCaller {
  readonly accountId: string | null;
  /** A person's or a key's id. */
  readonly actorId: string | null;
}

const callers = new WeakMap<object, RequestCaller>();

/** Each door sets it once it has admitted a request; it is dropped with the request. */
export function noteCaller(request: object, caller: RequestCaller): void {
  callers.set(request, caller);
}

export function callerOf(request: object): RequestCaller | null {
  return callers.get(request) ?? null;
}
