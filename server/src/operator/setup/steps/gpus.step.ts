import { existsSync } from 'node:fs';
import { discover, needsCleaning } from '../incus/discover.ts';
import { incusOf } from '../incus/with-incus.ts';
import { machineTypeOf } from '../machine-type.ts';
import { settingChanges } from '../setting-changes.ts';
import type { Step } from '../step.ts';

/** Where the guide to Incus puts the program that cleans NVIDIA's cards. */
const CLEANER = '/usr/local/sbin/boreal-clean-gpu';

/** The cards of this machine, and what happens to them between two customers. */
export const gpusStep: Step = {
  name: 'gpus',
  async plan(setup) {
    if ((await incusOf(setup)) === null) return { stands: 'the engine’s own', changes: [] };
    const found = await discover(setup, null);
    const cards = found.flatMap((each) => each.cards);
    setup.notes.push(...found.flatMap((each) => each.leftOut));
    const counted = [...Map.groupBy(cards, ({ model }) => model)].map(([model, of]) => `${of.length} × ${model}`);
    const stands = counted.length === 0 ? 'none that can be sold' : counted.join(', ');
    const before = (await setup.settings.read())['INCUS_GPU_CLEANER'];
    const said = await setup.answers.given('gpu-cleaner');
    if (said === null && (before || !needsCleaning(cards))) return { stands, changes: [] };
    const cleaner =
      said ??
      ((await machineTypeOf(setup)) === 'vm'
        ? 'none'
        : await setup.answers.get('gpu-cleaner', existsSync(CLEANER) ? { byDefault: CLEANER } : {}));
    return { stands, changes: await settingChanges(setup, [{ name: 'INCUS_GPU_CLEANER', value: cleaner }]) };
  },
};
