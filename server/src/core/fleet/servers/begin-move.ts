import { serverMoves, type ServerMove, type ServerMoveName } from '@boreal/contract/servers/moves.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import type { Clock } from '../../../kit/clock.ts';
import { readMoveMinutes, type OnEngine } from '../engines/engine-traits.store.ts';
import { deadlineAfter } from './server.rules.ts';

/** The deadline of a server's move that begins now, by the time its engine states for one. */
export async function deadlineOf(db: Sql | Tx, clock: Clock, server: OnEngine, move: ServerMoveName): Promise<Date | null> {
  const { limit }: ServerMove = serverMoves[move];
  return limit ? deadlineAfter(move, clock, await readMoveMinutes(db, server)) : null;
}

/** The columns of a server's row that the beginning of a move sets. */
export async function beginningOf<Name extends Exclude<ServerMoveName, 'backup'>>(tx: Tx, clock: Clock, server: OnEngine, move: Name) {
  const { meanwhile, goal } = serverMoves[move];
  return { ...meanwhile, goal, deadlineAt: await deadlineOf(tx, clock, server, move) };
}
