// npm run test:openstack: the tests of the engine, also on a real OpenStack, which is started for them and removed afterwards unless it
// was there before. Usage: node dev/openstack/test.ts [FILE…]
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findLab, startLab, whyNoLab } from './lab.ts';

const why = await whyNoLab();
if (why !== null) {
  console.error(why);
  process.exit(3);
}
const running = await findLab();
const lab = running ?? (await startLab((what) => console.log(`openstack: ${what}`)));
const files = process.argv.length > 2 ? process.argv.slice(2) : ['server/src/engines/openstack'];
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, '../../scripts/test.ts'), ...files], {
  cwd: join(import.meta.dirname, '../..'),
  env: { ...process.env, BOREAL_OPENSTACK: 'real' },
  stdio: 'inherit',
});
if (!running) await lab.stop();
process.exit(status ?? 1);
