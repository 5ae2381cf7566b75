// Starts the disposable Incus of a developer, or finds it running. Usage: node dev/incus/up.ts [NAME]
import { join } from 'node:path';
import { LABS, startLab, whyNoLab } from './lab.ts';

const why = await whyNoLab();
if (why !== null) {
  console.error(why);
  process.exit(3);
}
const begun = performance.now();
const lab = await startLab(join(LABS, process.argv[2] ?? 'dev'));
console.log(`Incus answers on ${lab.url} (${Math.round(performance.now() - begun)} ms).`);
process.exit(0);
