import { existsSync } from 'node:fs';
import { discover, needsCleaning } from '../incus/discover.ts';
import { incusOf } from '../incus/with-incus.ts';
import { mustRun } from '../machine.ts';
import { machineTypeOf } from '../machine-type.ts';
import { settingChanges } from '../setting-changes.ts';
import type { Change, Setup, Step } from '../step.ts';

/** Where the Incus guide installs the program that cleans NVIDIA's cards. */
const CLEANER = '/usr/local/sbin/boreal-clean-gpu';
/** The package's unit for it, because the service may do nothing as root; it listens only when enabled. */
const UNIT = 'boreal-clean-gpu.socket';
const SOCKET = 'unix:///run/boreal-clean-gpu.sock';

/** This machine's cards, and how they are cleaned between two customers. */
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
      said ?? ((await machineTypeOf(setup)) === 'vm' ? 'none' : await setup.answers.get('gpu-cleaner', await usualCleaner(setup)));
    const changes = await settingChanges(setup, [{ name: 'INCUS_GPU_CLEANER', value: cleaner }]);
    return { stands, changes: cleaner === SOCKET ? [...(await listening(setup)), ...changes] : changes };
  },
};

async function usualCleaner({ machine }: Setup): Promise<{ byDefault?: string }> {
  if (existsSync(CLEANER)) return { byDefault: CLEANER };
  return (await machine.run('systemctl', ['cat', UNIT])).code === 0 ? { byDefault: SOCKET } : {};
}

async function listening({ machine }: Setup): Promise<readonly Change[]> {
  const states = await Promise.all(['is-enabled', 'is-active'].map((asked) => machine.run('systemctl', [asked, UNIT])));
  if (states.every(({ code }) => code === 0)) return [];
  const run = async () => void (await mustRun(machine, 'systemctl', ['enable', '--now', UNIT]));
  return [{ verb: 'start', what: `${UNIT}, which cleans GPUs between two customers`, run }];
}
