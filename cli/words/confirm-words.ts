import type { Locale, Sentences } from '@boreal/contract/words/language.ts';

/** Messages before money is spent or something is destroyed. */
export const confirmWords = {
  byTheHour: (what: string, hourlyCad: number) => ({
    en: `${what}: ${cad(hourlyCad, 'en')} an hour, for as long as it is not hibernated or deleted.`,
    fr: `${what} : ${cad(hourlyCad, 'fr')} l’heure, tant qu’il n’est ni en hibernation ni supprimé.`,
  }),
  firstHour: (firstCad: number, balanceCad: number) => ({
    en: `The first hour, ${cad(firstCad, 'en')}, is taken from your credit of ${cad(balanceCad, 'en')} now.`,
    fr: `La première heure, ${cad(firstCad, 'fr')}, est prise maintenant sur votre crédit de ${cad(balanceCad, 'fr')}.`,
  }),
  spot: {
    en: 'Spot: it is hibernated when on-demand customers need the GPU. Its work disk may then be lost.',
    fr: 'Spot : il est mis en hibernation quand des clients à la demande ont besoin du GPU. Son disque de travail peut alors être perdu.',
  },
  taxes: {
    en: 'Taxes are paid when credit is purchased; none are added here.',
    fr: 'Les taxes sont payées à l’achat du crédit ; aucune ne s’ajoute ici.',
  },
  resumes: (hourlyCad: number) => ({
    en: `It is billed again: ${cad(hourlyCad, 'en')} an hour. It gets a new address.`,
    fr: `La facturation reprend : ${cad(hourlyCad, 'fr')} l’heure. Le serveur reçoit une nouvelle adresse.`,
  }),
  prepaid: {
    en: 'Its term is paid: resuming costs nothing. It gets a new address.',
    fr: 'Sa période est payée : la reprise ne coûte rien. Le serveur reçoit une nouvelle adresse.',
  },
  backups: (monthlyCad: number) => ({
    en: `Backups cost ${cad(monthlyCad, 'en')} a month, before tax.`,
    fr: `Les sauvegardes coûtent ${cad(monthlyCad, 'fr')} par mois, avant taxes.`,
  }),
  termOfBackups: {
    en: 'The rest of the paid term is taken from your credit now, and the full price with each renewal.',
    fr: 'Le reste de la période payée est prélevé maintenant sur votre crédit, puis le plein prix à chaque renouvellement.',
  },
  notNow: (plan: string, code: string) => ({
    en: `${plan} cannot be deployed now (${code}).`,
    fr: `${plan} ne peut pas être déployé maintenant (${code}).`,
  }),
  aboveMax: (hourlyCad: number, mostCad: number) => ({
    en: `An hour costs ${cad(hourlyCad, 'en')}, more than ${cad(mostCad, 'en')}. Nothing was done.`,
    fr: `L’heure coûte ${cad(hourlyCad, 'fr')}, plus que ${cad(mostCad, 'fr')}. Rien n’a été fait.`,
  }),
  asked: (deed: 'delete' | 'stop' | 'hibernate', { name, id }: { name: string; id: string }) => ({
    en: `${{ delete: 'Delete', stop: 'Stop', hibernate: 'Hibernate' }[deed]} ${name} (${id}):`,
    fr: `${{ delete: 'Suppression', stop: 'Arrêt', hibernate: 'Mise en hibernation' }[deed]} de ${name} (${id}) :`,
  }),
  serverGoes: {
    en: 'It is destroyed with all its data and backups. This cannot be undone.',
    fr: 'Il est détruit avec toutes ses données et ses sauvegardes. C’est irréversible.',
  },
  backupsGo: (name: string, id: string) => ({
    en: `Backups of ${name} (${id}) are turned off, and those it has are deleted.`,
    fr: `Les sauvegardes de ${name} (${id}) sont désactivées, et celles qui existent sont supprimées.`,
  }),
  backupGoes: (id: string) => ({
    en: `The backup ${id} is deleted. This cannot be undone.`,
    fr: `La sauvegarde ${id} est supprimée. C’est irréversible.`,
  }),
  proceed: { en: 'Continue? [y/N]', fr: 'Continuer ? [o/N]' },
  nobody: {
    en: 'There is no terminal to ask on, so nothing was done. To go ahead without being asked, add --yes.',
    fr: 'Aucun terminal où poser la question : rien n’a été fait. Pour continuer sans confirmation, ajoutez --yes.',
  },
  nothingDone: { en: 'Nothing was done.', fr: 'Rien n’a été fait.' },
} as const satisfies Sentences;

const numbers = {
  en: new Intl.NumberFormat('en-CA', { minimumFractionDigits: 2, maximumFractionDigits: 6 }),
  fr: new Intl.NumberFormat('fr-CA', { minimumFractionDigits: 2, maximumFractionDigits: 6 }),
} as const satisfies Record<Locale, Intl.NumberFormat>;

/** Including fractions of a cent, which hourly prices may have. */
function cad(amount: number, locale: Locale): string {
  return `${numbers[locale].format(amount)} CAD`;
}
