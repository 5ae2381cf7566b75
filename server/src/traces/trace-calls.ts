import type { Span, TraceAttributes, Traces } from '../kit/traces.ts';

/**
 * Wraps an engine or payment provider so that its calls appear in the trace of the work that makes them. `causeOf`: how a failure is
 * reported.
 */
export function traceCalls<P extends { readonly name: string }>(
  port: P,
  { traces, as, causeOf }: { traces: Traces; as: 'engine' | 'provider'; causeOf: (error: unknown) => string },
): P {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || typeof name !== 'string') return member;
      const attributes: TraceAttributes = { [`boreal.${as}` as const]: target.name, 'boreal.call': name };
      return (...given: readonly unknown[]): unknown => {
        const answer: unknown = Reflect.apply(member, target, given);
        if (!(answer instanceof Promise)) return answer;
        return traces.within({ name: `${as} ${name}`, kind: 'asks', attributes }, (span) => told(answer, span, causeOf));
      };
    },
  });
}

async function told(answer: Promise<unknown>, span: Span, causeOf: (error: unknown) => string): Promise<unknown> {
  try {
    const value = await answer;
    span.tell({ 'boreal.outcome': 'ok' });
    return value;
  } catch (error) {
    span.tell({ 'boreal.outcome': causeOf(error) });
    throw error;
  }
}
