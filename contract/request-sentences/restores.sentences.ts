import type { Sentences } from '../words/language.ts';

/** Why the difference between a database copy and the time it was restored cannot be settled. */
export const restoreSentences = {
  sayWhen: {
    en: 'Boreal has run on this database in the last two minutes, so its books do not say where the copy ended. Say it: --at 2026-12-01T14:30:00Z.',
    fr: 'Boreal a fonctionné sur cette base de données dans les deux dernières minutes : ses livres ne disent donc pas où la copie se terminait. Indiquez-le : --at 2026-12-01T14:30:00Z.',
  },
  toCome: {
    en: 'A copy cannot end in the future.',
    fr: 'Une copie ne peut pas se terminer dans le futur.',
  },
  never: {
    en: 'As far as Boreal knows, this database was never restored. If it was: restore mark --at, with the moment to which it was restored.',
    fr: 'À la connaissance de Boreal, cette base de données n’a jamais été restaurée. Si elle l’a été : restore mark --at, avec le moment jusqu’auquel elle l’a été.',
  },
  which: {
    en: 'Say which servers to settle, or --all, and not both. See: restore settle --all --preview',
    fr: 'Dites quels serveurs régler, ou --all, et pas les deux. Voir : restore settle --all --preview',
  },
  nothingToSettle: (id: string) => ({
    en: `${id} has nothing to settle: it was there when Boreal first looked after the database was restored, or it is settled already.`,
    fr: `Il n’y a rien à régler pour ${id} : il était là quand Boreal a regardé pour la première fois après la restauration de la base de données, ou il est déjà réglé.`,
  }),
  isThere: (id: string, power: string) => ({
    en: `${id} is not gone: the engine says ${power}. Settle it once its host answers and the machine is not there.`,
    fr: `${id} n’a pas disparu : le moteur répond ${power}. Réglez-le quand son hôte répondra et que la machine n’y sera pas.`,
  }),
  hasBackups: (id: string, backupId: string) => ({
    en: `${id} has lost its machine, but its backup ${backupId} is still stored: its customer has not deleted it. They can restore that backup; refund the hours with account credit.`,
    fr: `${id} a perdu sa machine, mais sa sauvegarde ${backupId} est toujours là : son client ne l’a pas supprimé. Il peut restaurer cette sauvegarde ; remboursez les heures avec account credit.`,
  }),
  hasTerm: (id: string) => ({
    en: `${id} has a prepaid term that had not begun, which may have been refunded to the card since the copy. Look it up at the payment provider, then have its customer delete it.`,
    fr: `${id} a une période prépayée qui n’avait pas commencé et qui a peut-être été remboursée sur la carte depuis la copie. Vérifiez chez le fournisseur de paiement, puis faites-le supprimer par son client.`,
  }),
  accountClosed: (id: string, accountId: string) => ({
    en: `${id} belongs to the account ${accountId}, which is closed: nothing is credited to it.`,
    fr: `${id} appartient au compte ${accountId}, qui est fermé : rien n’y est crédité.`,
  }),
  meterBehind: (id: string) => ({
    en: `${id} has hours that are not billed yet: start a worker, wait a minute, and try again.`,
    fr: `${id} a des heures qui ne sont pas encore facturées : démarrez un worker, attendez une minute et réessayez.`,
  }),
} as const satisfies Sentences;
