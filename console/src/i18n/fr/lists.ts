import type { en } from '../en/lists.ts';

export const fr: typeof en = {
  savedFilters: 'Filtres enregistrés',
  inForce: (name) => `Filtre : ${name}`,
  saveThis: 'Enregistrer ce filtre…',
  nothingToSave: 'Choisissez d’abord un filtre.',
  manage: 'Gérer les filtres enregistrés…',
  from: 'Du',
  to: 'Au',
  days: 'Les jours sont à l’heure de l’Est.',
  wrongOrder: 'La date « Au » ne peut pas précéder la date « Du ».',
  csv: 'Télécharger le CSV',
  json: 'Télécharger le JSON',
  columns: 'Colonnes',
  allColumns: 'Afficher toutes les colonnes',
};
