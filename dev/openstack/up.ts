// Starts the disposable OpenStack, or finds it running. Usage: node dev/openstack/up.ts
import { startLab, whyNoLab } from './lab.ts';

const begun = performance.now();
const tell = (what: string) => console.log(`[${String(Math.round((performance.now() - begun) / 1000)).padStart(4)} s] ${what}`);
tell('programs');
const why = await whyNoLab();
if (why !== null) {
  console.error(why);
  process.exit(3);
}
const lab = await startLab(tell);
console.log(`OpenStack answers on ${lab.authUrl}.`);
process.exit(0);
