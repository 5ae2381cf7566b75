import { signInErrors, type PasswordStrength } from '@boreal/contract/people/sign-in.ts';
import type { Told } from '@boreal/contract/words/language.ts';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { invalidRequest } from '../../../kit/errors.ts';

/** The minimum score, of 0 to 4: a hundred million guesses. */
const SCORE_MIN = 3;
/**
 * How much of a password is checked, and how many letter substitutions are tried: long passwords with many substitutions would take half a
 * minute.
 */
const LOOKED_AT = 24;
const SUBSTITUTIONS = 10;
/** How much must be left of a password without what others know about the person. */
const OWN_MIN = 6;
const HOUSE = ['boreal'];

/** The person who will have the password: what others know about them is guessed first. */
export interface Whose {
  readonly email: string;
  readonly name?: string | null;
  readonly company?: string | null;
}

/** How hard a password is to guess, according to lists of passwords, words and names. */
export async function strengthOf(password: string, whose: Whose): Promise<PasswordStrength> {
  const known = knownOf(whose);
  if (withoutKnown(password, known).length < OWN_MIN) return 'personal';
  const { score } = (await load()).check(password, known);
  if (score < SCORE_MIN) return 'weak';
  return score > SCORE_MIN ? 'strong' : 'good';
}

/** Why a password would be guessed; null if it is good. */
export async function guessable(password: string, whose: Whose): Promise<Told | null> {
  const strength = await strengthOf(password, whose);
  if (strength === 'personal') return signInErrors.PERSONAL_PASSWORD;
  return strength === 'weak' ? signInErrors.WEAK_PASSWORD : null;
}

/** @throws INVALID_REQUEST the password in this field would be guessed */
export async function requireGoodPassword(field: string, password: string, whose: Whose): Promise<void> {
  const problem = await guessable(password, whose);
  if (problem) throw invalidRequest(field, problem);
}

function knownOf({ email, name, company }: Whose): string[] {
  const [local = '', domain = ''] = email.split('@');
  const texts = [email, local, domain, name ?? '', company ?? ''];
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set([...words, ...HOUSE].map((word) => word.toLowerCase()).filter((word) => word.length >= 3))];
}

/** What is left of a password without everything that others know. */
function withoutKnown(password: string, known: readonly string[]): string {
  const longestFirst = known.filter((word) => word.length >= 4).toSorted((one, other) => other.length - one.length);
  return longestFirst.reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase());
}

let loaded: Promise<ZxcvbnFactory> | null = null;

/** The lists take a second and fifty megabytes: they are loaded when somebody first chooses a password. */
function load(): Promise<ZxcvbnFactory> {
  loaded ??= (async () => {
    const [core, common, en, fr] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
      import('@zxcvbn-ts/language-en'),
      import('@zxcvbn-ts/language-fr'),
    ]);
    const dictionary = { ...common.dictionary, ...en.dictionary, ...fr.dictionary };
    return new core.ZxcvbnFactory({
      dictionary,
      graphs: common.adjacencyGraphs,
      maxLength: LOOKED_AT,
      l33tMaxSubstitutions: SUBSTITUTIONS,
    });
  })();
  return loaded;
}
