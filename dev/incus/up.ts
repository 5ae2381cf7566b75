// Starts the disposable Incus of a developer, or finds it running. Usage: node dev/incus/up.ts [NAME]
import { join } from 'node:path';
import { exitUnlessPossible } from '../exit-unless-possible.ts';
import { LABS, startLab, whyNoLab } from './lab.ts';

exitUnlessPossible(await whyNoLab());
const begun = performance.now();
const lab = await startLab(join(LABS, process.argv[2] ?? 'dev'));
console.log(`Incus answers on ${lab.url} (${Math.round(performance.now() - begun)} ms).`);
process.exit(0);
