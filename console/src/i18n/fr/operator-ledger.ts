import type { en } from '../en/operator-ledger.ts';

export const fr: typeof en = {
  ledger: 'Vérification du grand livre',
  ledgerAbout:
    'Chaque nuit, Boreal prouve, à partir des lignes, qu’aucun argent n’a été perdu ni créé. La vérification lit toutes les lignes et n’en modifie aucune ; sur un grand parc, elle prend un certain temps.',
  verify: 'Vérifier maintenant',
  verifying: 'Vérification de toutes les lignes du grand livre… Vous pouvez quitter cette page.',
  verified: (when) => `Vérifié le ${when}`,
  neverTitle: 'Pas encore vérifié',
  neverText: 'Le grand livre est vérifié chaque nuit à 4 h, heure de Toronto. Vérifiez-le maintenant pour voir le résultat ici.',
  holds: 'Toutes les vérifications ont réussi.',
  broken: 'Une vérification a échoué. Arrêtez tout ce qui déplace de l’argent et trouvez la cause avant de continuer.',
  check: 'Vérification',
  rowsRead: 'Lignes lues',
  result: 'Résultat',
  kept: 'Réussie',
  brokenBy: (count, names) => `Échec pour ${count} : ${names}`,
};
