import type { CheckedAnswer, Operation } from './api-document.ts';
import type { Asked } from './rest-cloud.ts';
import { requestOf } from './walk-requests.ts';
import type { Call, WalkRow } from './walk-row.ts';
import type { WalkWorld } from './walk-world.ts';

export const FRENCH = { 'accept-language': 'fr-CA, en;q=0.5' } as const;

/** The id of a server that never was. */
export const NEVER = 'srv_00000000000000000000000000';

/** One operation of the document, what the walk knows of it, and how Alice asks for it. */
export interface Walk {
  readonly world: WalkWorld;
  readonly operation: Operation;
  readonly row: WalkRow;
  readonly namesServer: boolean;
  readonly ask: (call: Call, more?: Partial<Asked>) => Promise<CheckedAnswer>;
}

export function walkOf(world: WalkWorld, operation: Operation, row: WalkRow): Walk {
  const { rest, alice } = world;
  return {
    world,
    operation,
    row,
    namesServer: operation.path.includes('{id}'),
    ask: (call, more = {}) => rest.send(requestOf(operation, call, { key: alice.key, ...more })),
  };
}
