import { OperatorError } from '../../operator-error.ts';
import { INVOCATION } from '../../verb.ts';
import { isReady, serviceOf, untilReady } from '../service.ts';
import type { Change, Step } from '../step.ts';

/** The first start creates the database, which takes a while on a slow disk. */
const READY_WITHIN_MS = 120_000;

/** Boreal itself, running with the written settings. */
export const serviceStep: Step = {
  name: 'service',
  async plan(setup) {
    const { machine, settings, preview, signal } = setup;
    const { port: configured, backups } = await setup.config();
    const service = await serviceOf(machine);
    const port = service.port ?? configured;
    const state = await service.state();
    if (state === null) {
      if (await isReady(port)) return { stands: `Boreal answers on port ${port}; nothing here starts it at boot`, changes: [] };
      if (preview) return { stands: 'Boreal does not run, and there is no systemd to start it: that would be yours', changes: [] };
      throw new OperatorError(
        `Boreal does not run, and systemd does not know of it here. Start it with the settings in ${settings.path}, ` +
          `then go on with: ${INVOCATION} setup --settings ${settings.path}`,
      );
    }
    const written = await settings.changedAt();
    const isOld = state.since !== null && written !== null && isBefore(state.since, written);
    const stands = `Boreal runs on port ${port}, now and after every boot`;
    const folder = backups?.target.kind === 'folder' ? backups.target.folder : null;
    const shut = folder !== null && !(await service.mayWrite(folder)) ? folder : null;
    if (state.runs && state.enabled && !isOld && shut === null) {
      if (!preview) await untilReady({ service, port, signal }, READY_WITHIN_MS);
      return { stands, changes: [] };
    }
    const start = async () => {
      await service.restart();
      await untilReady({ service, port, signal }, READY_WITHIN_MS);
    };
    const opened: Change[] =
      shut === null ? [] : [{ verb: 'write', what: `to its unit that Boreal may write to ${shut}`, run: () => service.letWrite(shut) }];
    return { stands, changes: [...opened, { verb: state.runs ? 'restart' : 'start', what: service.units.join(', '), run: start }] };
  },
};

/** systemd reports whole seconds: within one second, the settings are assumed to be written before the start, as setup does. */
function isBefore(started: Date, written: Date): boolean {
  return Math.floor(started.getTime() / 1000) < Math.floor(written.getTime() / 1000);
}
