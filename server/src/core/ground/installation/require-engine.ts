import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import type { Tx } from '../../../db/connect.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { listEngineRows, type EngineRow } from './engine-names.store.ts';

/** The engine with this name; 400 with the existing names otherwise. */
export async function requireEngine(tx: Tx, name: string): Promise<EngineRow> {
  const engines = await listEngineRows(tx);
  const engine = engines.find((one) => one.name === name);
  if (engine) return engine;
  throw invalidRequest('engine', capacitySentences.noSuchEngine(name, engines.map((one) => one.name).join(', ')));
}
