import type { Told } from '../words/language.ts';
import { toCad } from '../values/money.ts';
import type { ServerEventData, ServerEventType } from '../servers/events.ts';

/** The texts of some event types, each from its own data. */
export type WordsOf<T extends ServerEventType> = { readonly [K in T]: (data: ServerEventData[K]) => Told };

/** Joins sentences. */
export function joined(...sentences: readonly Told[]): Told {
  return { en: sentences.map(({ en }) => en).join(' '), fr: sentences.map(({ fr }) => fr).join(' ') };
}

/** What an operator wrote for the customer: kept as written, whatever its language, with a period at the end. */
export function written(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** An amount in micro-CAD, rounded to the cent. */
export function amount(micros: string): Told {
  const cad = toCad(BigInt(micros)).toFixed(2);
  return { en: `${cad} CAD`, fr: `${cad.replace('.', ',')} CAD` };
}

/** The refund of charges for hours in which the server did not exist. */
export function refundedSince({ refundedMicros }: { readonly refundedMicros: string }): Told {
  if (refundedMicros === '0') return { en: 'Nothing was charged since.', fr: 'Rien n’a été facturé depuis.' };
  const { en, fr } = amount(refundedMicros);
  return { en: `The hours charged since were refunded: ${en}.`, fr: `Les heures facturées depuis ont été remboursées : ${fr}.` };
}
