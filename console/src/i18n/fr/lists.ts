import type { en } from '../en/lists.ts';

export const fr: typeof en = {
  savedFilters: 'Filtres enregistrés',
  inForce: (name) => `Filtre : ${name}`,
  saveThis: 'Enregistrer ce filtre…',
  nothingToSave: 'Choisissez d’abord un filtre.',
  manage: 'Gérer les filtres enregistrés…',
  columns: 'Colonnes',
  allColumns: 'Afficher toutes les colonnes',
};
