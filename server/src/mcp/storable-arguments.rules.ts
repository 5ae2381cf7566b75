import type { Told } from '@boreal/contract/words/language.ts';
import { invalidRequest } from '../kit/errors.ts';
import { isStorable } from '../kit/storable.ts';

/** No tool's arguments are nested deeper than this. */
const DEPTH_MAX = 20;

/** Refuses what no table can store before any operation looks for it. @throws INVALID_REQUEST with the path of the argument */
export function requireStorable(value: unknown, path: readonly string[] = []): void {
  if (path.length > DEPTH_MAX) throw refused(path, TOO_DEEP);
  if (typeof value === 'string' && !isStorable(value)) throw refused(path, NOT_TEXT);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (!isStorable(name)) throw refused(path, NOT_TEXT);
    requireStorable(part, [...path, name]);
  }
}

const NOT_TEXT: Told = {
  en: 'A text must not contain the character U+0000 or half of a surrogate pair.',
  fr: 'Un texte ne peut contenir ni le caractère U+0000 ni la moitié d’une paire de substitution.',
};

const TOO_DEEP: Told = {
  en: `Arguments hold at most ${DEPTH_MAX} things inside each other.`,
  fr: `Les arguments contiennent au plus ${DEPTH_MAX} éléments imbriqués.`,
};

function refused(path: readonly string[], message: Told) {
  return invalidRequest(path.join('.').slice(0, 200), message);
}
