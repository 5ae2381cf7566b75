import type * as english from '../en/calculator.ts';

export const calculator: typeof english.calculator = {
  title: 'Calculateur de prix',
  description:
    'Ce que coûte un serveur GPU par mois, à l’heure, en spot ou pour une période d’un mois ou d’un an, selon vos heures d’utilisation.',
  lead: 'Indiquez combien vous utilisez un serveur. Entre deux utilisations, il est en hibernation : son disque système est conservé et rien n’est facturé.',
  plan: 'Taille',
  hours: 'Heures par jour',
  days: 'Jours par mois',
  backups: 'Sauvegardes quotidiennes',
  calculate: 'Calculer',
  resultTitle: (plan, hours) => `${plan}, ${hours} heures par mois`,
  month: (price) => `${price} par mois`,
  year: (price) => `${price} en 12 mois`,
  cheapest: 'Le moins cher',
  ways: { hourly: 'À l’heure', spot: 'Spot, à l’heure', monthly: 'Période d’un mois', annual: 'Période d’un an' },
  meanings: {
    hourly: (price) => `${price} par heure entamée, payés à même le crédit.`,
    spot: (price) => `${price} par heure entamée. Peut être interrompu sans préavis.`,
    monthly: 'Payée d’avance par carte, pour le mois entier.',
    annual: 'Payée d’avance par carte, pour l’année entière.',
    backups: (price) => `Comprend ${price} pour les sauvegardes.`,
  },
  breakEven: (hours) => `La période d’un mois coûte moins cher à partir de ${hours} heures par mois.`,
  before: 'Avant taxes, aux prix affichés aujourd’hui.',
  deploy: 'Déployer ce serveur',
};
