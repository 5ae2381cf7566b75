import type { Told } from '../words/language.ts';

/** The exit codes of the customers' program, for scripts. */
export const exitCodes = {
  done: 0,
  refused: 1,
  /** Nothing was sent. */
  usage: 2,
  /** No answer, or an unusable one. */
  unanswered: 3,
  /** It would have cost money or destroyed something, and nobody confirmed. */
  notConfirmed: 4,
  endedOtherwise: 5,
  /** What a shell reports for Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitName = keyof typeof exitCodes;
export type ExitCode = (typeof exitCodes)[ExitName];

export const exitMeanings = {
  done: { en: 'Done', fr: 'Fait' },
  refused: { en: 'Refused', fr: 'Refusé' },
  usage: { en: 'The command or the settings are wrong', fr: 'La commande ou les réglages sont incorrects' },
  unanswered: { en: 'Unreachable, busy or broken: try again later', fr: 'Injoignable, occupé ou en panne : réessayez plus tard' },
  notConfirmed: { en: 'Not confirmed: nothing was done', fr: 'Non confirmé : rien n’a été fait' },
  endedOtherwise: {
    en: 'The wait ended, and the server is not as it should be',
    fr: 'L’attente est terminée, et le serveur n’est pas dans l’état voulu',
  },
  interrupted: { en: 'Interrupted', fr: 'Interrompu' },
} as const satisfies Readonly<Record<ExitName, Told>>;

/** Every code with its meaning, lowest first. */
export function exitTable(): readonly { readonly code: ExitCode; readonly told: Told }[] {
  return Object.entries(exitMeanings).flatMap(([name, told]) => (isExit(name) ? [{ code: exitCodes[name], told }] : []));
}

function isExit(name: string): name is ExitName {
  return name in exitCodes;
}
