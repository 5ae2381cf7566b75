// npm run test:openstack: the tests of the engine, also on a real OpenStack, which is started for them and removed afterwards unless it
// was there before. Usage: node dev/openstack/test.ts [FILE…]
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { exitUnlessPossible } from '../exit-unless-possible.ts';
import { findLab, startLab, whyNoLab } from './lab.ts';

const ROOT = join(import.meta.dirname, '../..');
exitUnlessPossible(await whyNoLab());
const running = await findLab();
const lab = running ?? (await startLab((what) => console.log(`openstack: ${what}`)));
/**
 * One after the other: they share the cloud, and some of them end its programs. Each in a run of its own, which is stopped when it
 * takes too long. The tests of the whole engine come first.
 */
const ALL = [
  ...globSync('server/src/engines/openstack/**/*.test.ts', { cwd: ROOT }).sort(),
  'tests/openstack/story.test.ts',
  'tests/openstack/real-story.test.ts',
  'tests/openstack/cloud-init.test.ts',
  'tests/openstack/real-guide.test.ts',
  'tests/openstack/real-firewall.test.ts',
  'tests/openstack/real-copied.test.ts',
  'tests/openstack/real-faults.test.ts',
];
const files = process.argv.length > 2 ? process.argv.slice(2) : ALL;
const failed = files.filter((file) => {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/test.ts'), '--at-once=1', '--minutes=60', file], {
    cwd: ROOT,
    env: { ...process.env, BOREAL_OPENSTACK: 'real' },
    stdio: 'inherit',
  });
  return status !== 0;
});
if (!running) await lab.stop();
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
