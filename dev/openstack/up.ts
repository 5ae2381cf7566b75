// Starts the disposable OpenStack, or finds it running. Usage: node dev/openstack/up.ts
import { exitUnlessPossible } from '../exit-unless-possible.ts';
import { startLab, whyNoLab } from './lab.ts';
import { stopwatch } from './stopwatch.ts';

const tell = stopwatch();
tell('programs');
exitUnlessPossible(await whyNoLab());
const lab = await startLab(tell);
console.log(`OpenStack answers on ${lab.authUrl}.`);
process.exit(0);
