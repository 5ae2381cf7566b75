import type { EngineConfig } from '../config-engines.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { EngineSilent } from '../engines/engine.ts';
import type { OpenEngine } from '../start/open-engine.ts';
import type { ConfiguredEngines } from './configured-engines.ts';

/** Opens an engine for a single use. */
export async function withEngine<T>(
  ctx: Ctx,
  engines: ConfiguredEngines,
  one: EngineConfig,
  use: (opened: OpenEngine) => Promise<T>,
): Promise<T> {
  const opened = await engines.open(ctx, one);
  try {
    return await use(opened);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
    throw new EngineSilent(
      'no_answer',
      'The engine has not answered in time. Look whether its machine is up, and at the network between.',
      {
        cause: error,
      },
    );
  } finally {
    opened.close();
  }
}
