import type { Told } from './language.ts';

/**
 * What is said of a row whose words this version does not have: while versions run side by side, a newer one writes what an older one
 * reads. `what`: as the row names it.
 */
export function toldByNewer(what: string): Told {
  return { en: `Recorded by a newer version of Boreal: ${what}`, fr: `Consigné par une version plus récente de Boreal : ${what}` };
}
