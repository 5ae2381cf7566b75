import type { en } from '../en/operator-ledger.ts';

export const fr: typeof en = {
  ledger: 'Vérification des comptes',
  ledgerAbout: 'Prouve par ses lignes qu’aucun argent n’a été perdu ni créé. Elle les lit toutes et ne change rien.',
  verify: 'Vérifier maintenant',
  verifying: 'Lecture de toutes les lignes d’argent…',
  holds: 'Toutes les vérifications ont réussi.',
  broken: 'Quelque chose est faux. Arrêtez ce qui déplace de l’argent et trouvez pourquoi avant de continuer.',
  check: 'Vérification',
  rowsRead: 'Lignes lues',
  result: 'Résultat',
  kept: 'Réussie',
  brokenBy: (count, names) => `Rompue par ${count} : ${names}`,
};
