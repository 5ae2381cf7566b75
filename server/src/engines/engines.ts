import { usualMinutes } from '@boreal/contract/servers/moves.ts';
import { usualAnswers } from './answer-limits.ts';
import { EngineError, EngineSilent, fullTraits, type Engine } from './engine.ts';

/**
 * The engines that this process has opened, by their configured names. Code that acts on a server, host or backup must use the engine that
 * its row names: no other may be asked, since two engines may have a machine with the same id.
 */
export interface Engines {
  /** The configured engines in their order, then those that are no longer configured although something of ours is on them. */
  readonly all: readonly Engine[];
  /** The engine that a row names. One that is not configured is silent: what is on it waits, and nothing is sold. */
  of(row: { readonly engine: string | null }): Engine;
}

/** `named`: engines that rows name, configured or not. */
export function enginesOf(configured: readonly Engine[], named: readonly string[] = []): Engines {
  const byName = new Map(configured.map((engine) => [engine.name, engine]));
  const gone = named.filter((name) => !byName.has(name));
  return {
    all: [...configured, ...gone.map(unconfiguredEngine)],
    of({ engine: name }) {
      if (name === null) throw new Error('what has no machine yet has no engine');
      return byName.get(name) ?? unconfiguredEngine(name);
    },
  };
}

/** An engine that has something of ours but is no longer configured: it cannot be asked, and nothing is known. */
function unconfiguredEngine(name: string): Engine {
  const message = `The engine ${name} is not in the configuration. Name it in BOREAL_ENGINES again, with its settings, and start Boreal.`;
  const silent = () => Promise.reject(new EngineSilent('not_asked', message));
  const unanswered = () => Promise.reject(new EngineError('timeout', message));
  return {
    name,
    // Never used: the rows have what it reported about itself.
    can: fullTraits,
    limits: usualMinutes,
    answers: usualAnswers,
    hosts: silent,
    list: silent,
    observe: unanswered,
    ensureRunning: unanswered,
    ensureStopped: unanswered,
    ensureHibernated: unanswered,
    ensureGone: unanswered,
    relocate: unanswered,
    reboot: unanswered,
    applyFirewall: unanswered,
    backup: unanswered,
    observeBackup: unanswered,
    deleteBackup: unanswered,
    listBackups: unanswered,
    capacity: unanswered,
    leftovers: silent,
    removeLeftover: unanswered,
    console: unanswered,
    metrics: unanswered,
  };
}
