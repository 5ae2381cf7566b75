import type { Config } from '../../config.ts';
import type { ConfiguredEngines } from '../configured-engines.ts';

/** The engines of the current settings, which are newer than those this command was started with. */
export function enginesOf(config: Config): ConfiguredEngines {
  return {
    list: () => config.engines,
    open: async (ctx, one) => (await import('../../start/open-engine.ts')).openEngine(one, config, ctx),
  };
}
