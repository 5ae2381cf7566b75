import type { Told } from '@boreal/contract/words/language.ts';
import { type AppError, invalidRequest } from '../kit/errors.ts';

/** What the door itself can find wrong with a request, before it applies any schema. */
export type DoorIssue = keyof typeof doorIssues;

const doorIssues = {
  contentType: {
    path: '',
    en: 'The body must be JSON, sent with the header "Content-Type: application/json".',
    fr: 'Le corps doit être du JSON, envoyé avec l’en-tête « Content-Type: application/json ».',
  },
  emptyBody: { path: '', en: 'A JSON body is needed and none was sent.', fr: 'Il faut un corps JSON et il n’y en a pas.' },
  compressed: {
    path: 'Content-Encoding',
    en: 'The body must be sent as it is, not compressed.',
    fr: 'Le corps doit être envoyé tel quel, sans compression.',
  },
  notUtf8: { path: '', en: 'The body is not valid UTF-8.', fr: 'Le corps n’est pas de l’UTF-8 valide.' },
  notJson: { path: '', en: 'The body is not valid JSON.', fr: 'Le corps n’est pas du JSON valide.' },
  notObject: { path: '', en: 'The body must be a JSON object.', fr: 'Le corps doit être un objet JSON.' },
  prototype: { path: '__proto__', en: 'This property is never allowed.', fr: 'Cette propriété n’est jamais permise.' },
  nul: {
    path: '',
    en: 'A text must not contain the character U+0000 or half of a surrogate pair.',
    fr: 'Un texte ne peut contenir ni le caractère U+0000 ni la moitié d’une paire de substitution.',
  },
  tooLarge: { path: '', en: 'The body is larger than 64 kB.', fr: 'Le corps dépasse 64 ko.' },
  url: { path: '', en: 'The address is not encoded correctly.', fr: 'L’adresse n’est pas encodée correctement.' },
  malformed: { path: '', en: 'The request is not well-formed HTTP.', fr: 'La requête n’est pas du HTTP bien formé.' },
  headers: { path: '', en: 'The headers are larger than 16 kB.', fr: 'Les en-têtes dépassent 16 ko.' },
  late: { path: '', en: 'The request did not arrive in time.', fr: 'La requête n’est pas arrivée à temps.' },
  idempotencyKey: {
    path: 'Idempotency-Key',
    en: 'The header must have 1 to 255 printable ASCII characters.',
    fr: 'L’en-tête doit avoir de 1 à 255 caractères ASCII imprimables.',
  },
} as const satisfies Record<string, { path: string } & Told>;

/** A 400 for a problem that the door found. */
export function doorIssue(issue: DoorIssue): AppError<'INVALID_REQUEST'> {
  const { path, ...told } = doorIssues[issue];
  return invalidRequest(path, told);
}

/** A 400 for a repeated parameter: it would be unclear which value is meant. */
export function givenTwice(parameter: string): AppError<'INVALID_REQUEST'> {
  return invalidRequest(parameter, { en: 'This parameter must be given once only.', fr: 'Ce paramètre ne peut être donné qu’une fois.' });
}
