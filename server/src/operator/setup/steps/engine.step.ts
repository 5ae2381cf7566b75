import { settingChanges } from '../setting-changes.ts';
import type { Step } from '../step.ts';

/** What makes the machines. The operator writes the settings for several engines, and for OpenStack: setup leaves them alone. */
export const engineStep: Step = {
  name: 'engine',
  async plan(setup) {
    const { answers, settings } = setup;
    const now = await settings.read();
    const several = now['BOREAL_ENGINES'];
    if (several) return { stands: several, changes: [] };
    const engine = (await answers.given('engine')) ?? now['BOREAL_ENGINE'] ?? (await answers.get('engine', { byDefault: 'incus' }));
    const stands = engine === 'simulated' ? 'simulated: no machine is real' : engine;
    return { stands, changes: await settingChanges(setup, [{ name: 'BOREAL_ENGINE', value: engine }]) };
  },
};
