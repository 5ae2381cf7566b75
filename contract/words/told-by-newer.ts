import type { Told } from './language.ts';

/**
 * The text for a row that this version has no words for: while versions run side by side, an older one may read what a newer one wrote.
 * `what`: its name in the row.
 */
export function toldByNewer(what: string): Told {
  return { en: `Recorded by a newer version of Boreal: ${what}`, fr: `Consigné par une version plus récente de Boreal : ${what}` };
}
