import type { en } from '../en/operator-ledger.ts';

export const fr: typeof en = {
  ledger: 'Vérification du grand livre',
  ledgerAbout: 'Prouve, à partir des lignes, qu’aucun argent n’a été perdu ni créé. Elle les lit toutes et ne modifie rien.',
  verify: 'Vérifier maintenant',
  verifying: 'Vérification de toutes les lignes du grand livre…',
  holds: 'Toutes les vérifications ont réussi.',
  broken: 'Une vérification a échoué. Arrêtez tout ce qui déplace de l’argent et trouvez la cause avant de continuer.',
  check: 'Vérification',
  rowsRead: 'Lignes lues',
  result: 'Résultat',
  kept: 'Réussie',
  brokenBy: (count, names) => `Échec pour ${count} : ${names}`,
};
