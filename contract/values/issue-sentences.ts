import type { z } from 'zod';
import type { Told } from '../words/language.ts';
import { schemaSentences } from './schema-sentences.ts';

/**
 * What is wrong with a value, for the person who typed it. A schema's own sentence takes precedence. Every door and every form uses these.
 * None names its field: the issue's path does, and a form shows the sentence beneath the input.
 */
export function tellIssue(issue: z.core.$ZodRawIssue): Told {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? required : (kinds.get(issue.expected) ?? otherKind);
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive ?? true);
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive ?? true);
    case 'not_multiple_of':
      return issue.divisor === 0.01
        ? { en: 'Enter an amount in dollars and cents, such as 25.50.', fr: 'Entrez un montant en dollars et en cents, comme 25,50.' }
        : { en: `Enter a multiple of ${issue.divisor}.`, fr: `Entrez un multiple de ${issue.divisor}.` };
    case 'invalid_value':
      return oneOf(issue.values.map(String));
    case 'invalid_format':
      return formats.get(issue.format) ?? { en: 'Check the format.', fr: 'Vérifiez le format.' };
    case 'unrecognized_keys':
      return {
        en: 'This field does not exist. Check its spelling, or leave it out.',
        fr: 'Ce champ n’existe pas. Vérifiez son orthographe, ou omettez-le.',
      };
    case 'invalid_union':
      // No such kind of thing: `{ kind: 'elephant' }`.
      return Array.isArray(issue['options']) ? oneOf(issue['options'].map(String)) : notHere;
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return notHere;
    default:
      return issue satisfies never;
  }
}

const required = { en: 'This field is required.', fr: 'Ce champ est obligatoire.' } as const satisfies Told;
const notHere = { en: 'This value cannot be used here.', fr: 'Cette valeur ne convient pas ici.' } as const satisfies Told;
const otherKind = { en: 'This is the wrong kind of value.', fr: 'Ce n’est pas le bon type de valeur.' } as const satisfies Told;

const kinds: ReadonlyMap<string, Told> = new Map([
  ['string', { en: 'This must be text.', fr: 'Ceci doit être du texte.' }],
  ['number', { en: 'Enter a number.', fr: 'Entrez un nombre.' }],
  ['nan', { en: 'Enter a number.', fr: 'Entrez un nombre.' }],
  ['int', { en: 'Enter a whole number.', fr: 'Entrez un nombre entier.' }],
  ['boolean', { en: 'This must be true or false.', fr: 'Ceci doit être vrai ou faux (true ou false).' }],
  ['array', { en: 'This must be a list.', fr: 'Ceci doit être une liste.' }],
  ['object', { en: 'This must be an object with fields.', fr: 'Ceci doit être un objet avec des champs.' }],
  ['record', { en: 'This must be an object with fields.', fr: 'Ceci doit être un objet avec des champs.' }],
]);

const formats: ReadonlyMap<string, Told> = new Map([
  ['email', schemaSentences.email],
  [
    'datetime',
    { en: 'Enter a date and time, such as 2026-04-01T00:00:00Z.', fr: 'Entrez une date et une heure, comme 2026-04-01T00:00:00Z.' },
  ],
  ['date', { en: 'Enter a date, such as 2026-04-01.', fr: 'Entrez une date, comme 2026-04-01.' }],
  [
    'url',
    { en: 'Enter a full web address, such as https://example.com.', fr: 'Entrez une adresse Web complète, comme https://example.com.' },
  ],
]);

function tooSmall(origin: string, minimum: number, inclusive: boolean): Told {
  if (origin === 'string') {
    return minimum <= 1
      ? schemaSentences.emptyName
      : { en: `Use at least ${minimum} characters.`, fr: `Utilisez au moins ${minimum} caractères.` };
  }
  if (origin === 'array' || origin === 'set' || origin === 'map') {
    return minimum <= 1
      ? { en: 'Choose at least one.', fr: 'Choisissez-en au moins un.' }
      : { en: `Choose at least ${minimum}.`, fr: `Choisissez-en au moins ${minimum}.` };
  }
  return inclusive
    ? { en: `Enter ${figure(minimum, 'en')} or more.`, fr: `Entrez ${figure(minimum, 'fr')} ou plus.` }
    : { en: `Enter more than ${figure(minimum, 'en')}.`, fr: `Entrez plus que ${figure(minimum, 'fr')}.` };
}

function tooBig(origin: string, maximum: number, inclusive: boolean): Told {
  if (origin === 'string') {
    return {
      en: `Use at most ${figure(maximum, 'en')} characters.`,
      fr: `Utilisez au plus ${figure(maximum, 'fr')} caractères.`,
    };
  }
  if (origin === 'array' || origin === 'set' || origin === 'map') {
    return { en: `At most ${figure(maximum, 'en')} can be given.`, fr: `Vous pouvez en donner au plus ${figure(maximum, 'fr')}.` };
  }
  // Not a limit of Boreal's: beyond it a whole number is no longer exact.
  if (maximum >= Number.MAX_SAFE_INTEGER) return { en: 'Enter a smaller number.', fr: 'Entrez un nombre plus petit.' };
  return inclusive
    ? { en: `Enter ${figure(maximum, 'en')} or less.`, fr: `Entrez ${figure(maximum, 'fr')} ou moins.` }
    : { en: `Enter less than ${figure(maximum, 'en')}.`, fr: `Entrez moins que ${figure(maximum, 'fr')}.` };
}

/** A list longer than this is not shown. */
const CHOICES_MAX = 30;

function oneOf(values: readonly string[]): Told {
  const [only] = values;
  if (values.length === 1) return { en: `This must be "${only}".`, fr: `Ceci doit être « ${only} ».` };
  if (values.length > CHOICES_MAX) return { en: 'Choose one of the values allowed.', fr: 'Choisissez l’une des valeurs permises.' };
  return { en: `Choose one of: ${values.join(', ')}.`, fr: `Choisissez parmi ${values.map((value) => `« ${value} »`).join(', ')}.` };
}

function figure(value: number, language: 'en' | 'fr'): string {
  return new Intl.NumberFormat(language === 'en' ? 'en-CA' : 'fr-CA', { maximumFractionDigits: 6 }).format(value);
}
