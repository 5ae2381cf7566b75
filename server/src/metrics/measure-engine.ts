import { EngineError, type Engine } from '../engines/engine.ts';
import { timed, type Measures } from '../kit/measures.ts';

/** Wraps an engine so that its calls are measured. */
export function measureEngine<E extends Engine>(engine: E, measures: Measures): E {
  return new Proxy(engine, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || typeof name !== 'string') return member;
      return (...given: readonly unknown[]): unknown => {
        const answer: unknown = Reflect.apply(member, target, given);
        if (!(answer instanceof Promise)) return answer;
        const of = { engine: target.name, call: name };
        return timed<unknown>(() => answer, {
          done: (_value, seconds) => measures.engineAnswered({ ...of, outcome: 'ok', seconds }),
          failed: (error, seconds) => measures.engineAnswered({ ...of, outcome: causeOf(error), seconds }),
        });
      };
    },
  });
}

function causeOf(error: unknown): string {
  return error instanceof EngineError ? error.engineCause : 'unknown';
}
