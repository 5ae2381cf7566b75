import type { en } from '../en/at-stake.ts';

export const fr: typeof en = {
  hourKept: (count) => (count === 1 ? 'L’heure déjà payée n’est pas remboursée.' : 'Les heures déjà payées ne sont pas remboursées.'),
  hourNeverUp: (count) =>
    count === 1
      ? 'Il n’a jamais démarré : sa première heure est remboursée en crédit.'
      : 'Ils n’ont jamais démarré : la première heure de chacun est remboursée en crédit.',
  hourNotUpYet: (count) =>
    count === 1
      ? 'Il n’a pas encore démarré : l’heure payée pour le reprendre est remboursée en crédit.'
      : 'Ils n’ont pas encore démarré : l’heure payée pour reprendre chacun est remboursée en crédit.',
  hourMoving: (count) =>
    count === 1
      ? 'Il change d’hôte : le reste de son heure est remboursé en crédit.'
      : 'Ils changent d’hôte : le reste de l’heure de chacun est remboursé en crédit.',
  termForfeited: (date, count) =>
    count === 1
      ? `Il est payé jusqu’au ${date}. Sa suppression fait perdre le reste de cette période ; rien n’est remboursé.`
      : `Ils sont payés jusqu’au ${date}. Leur suppression fait perdre le reste de ces périodes ; rien n’est remboursé.`,
  nextTermRefunded: ({ start, end, paid, count }) =>
    count === 1
      ? `La période suivante, du ${start} au ${end}, n’a pas commencé : les ${paid} payés pour elle, taxes comprises, sont remboursés sur la carte.`
      : `Leurs périodes suivantes, du ${start} au ${end}, n’ont pas commencé : les ${paid} payés pour chacune, taxes comprises, sont remboursés sur la carte.`,
  termRefunded: (count) =>
    count === 1
      ? 'Il n’a jamais démarré : la période payée est remboursée sur la carte.'
      : 'Ils n’ont jamais démarré : la période payée pour chacun est remboursée sur la carte.',
  termCharging: 'Le paiement par carte est encore en cours : ce qui est prélevé y est remboursé.',
};
