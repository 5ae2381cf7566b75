import { afterEach, describe, test } from 'node:test';
import { requireLab } from '../../../../../dev/openstack/lab.ts';
import { systemClock } from '../../../kit/clock.ts';
import { engineConformance } from '../../conformance.ts';
import { openOpenstackKit, type KitCloud, type OpenstackKit } from '../openstack-kit.ts';
import { holderGroupIds } from './holder-promises.ts';
import { labCloud } from './lab-kit-cloud.ts';

const { signal } = new AbortController();

/**
 * Declares the promises of an engine on the disposable OpenStack, where there is to be one (`BOREAL_OPENSTACK`); each way in a file of
 * its own, because it takes most of an hour.
 */
export function conformOnLab(name: string, wanted: string | undefined, way: Pick<KitCloud, 'whose' | 'systemDisk'>): void {
  if (wanted !== 'real') {
    const skip = 'only with npm run test:openstack, which starts a real OpenStack';
    return void describe(`${name} keeps the promises of an engine`, { skip }, () => test('all of them'));
  }
  let open: OpenstackKit | undefined;
  engineConformance(name, async () => {
    const lab = await requireLab();
    // Ids of machines, which outlive a run that is killed.
    const kit = await openOpenstackKit(await labCloud(lab, way), `${systemClock().now().getTime().toString(36)}${way.whose}`);
    // As does the record of who drives the cloud.
    for (const id of await holderGroupIds(kit)) await kit.client.remove('network', `/v2.0/security-groups/${id}`, signal);
    // And backups, whose ids are the same in each run.
    for (const { backupId } of await kit.engine.listBackups(signal)) await kit.engine.deleteBackup(backupId, signal);
    open = kit;
    return { ...kit, close: () => ((open = undefined), kit.close()) };
  });
  // A real host is soon full, where the double's never is.
  afterEach(async () => {
    if (!open) return;
    const { engine, untilDone } = open;
    const machines = await engine.list(signal).catch(() => []);
    for (const { serverId } of machines) {
      await untilDone(
        () => engine.ensureGone(serverId, signal),
        ({ power }) => power === 'absent',
      );
    }
  });
}
