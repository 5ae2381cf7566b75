// Stops the disposable Incus of a developer and removes it. Usage: node dev/incus/down.ts [NAME]
import { join } from 'node:path';
import { findLab, LABS } from './lab.ts';

const lab = await findLab(join(LABS, process.argv[2] ?? 'dev'));
if (lab === null) console.log('No Incus runs there.');
else await lab.stop();
