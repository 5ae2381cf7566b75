import type { en } from '../en/saved-filters.ts';

export const fr: typeof en = {
  saveTitle: 'Enregistrer ce filtre',
  saveAbout: 'Il est conservé dans ce navigateur, pour vous et pour ce compte.',
  saveAboutOperator: 'Il est conservé dans ce navigateur, pour vous.',
  name: 'Nom',
  nameNeeded: 'Saisissez un nom.',
  save: 'Enregistrer',
  replace: 'Remplacer',
  replaces: (name) => `Vous avez déjà un filtre nommé « ${name} ». L’enregistrement le remplacera.`,
  full: (most) => `Vous pouvez enregistrer jusqu’à ${most} filtres par liste. Supprimez-en un ou remplacez-en un d’abord.`,
  notKept: 'Votre navigateur n’a rien conservé. Son espace de stockage est peut-être plein ou désactivé.',
  saved: (name) => `Filtre « ${name} » enregistré.`,
  manageTitle: 'Filtres enregistrés',
  noneSaved: 'Vous n’avez aucun filtre enregistré pour cette liste.',
  replaceWith: 'Remplacer par le filtre actuel',
  replaceNamed: (name) => `Remplacer « ${name} » par le filtre actuel`,
  replaced: (name) => `Filtre « ${name} » remplacé.`,
  delete: 'Supprimer',
  deleteNamed: (name) => `Supprimer « ${name} »`,
  close: 'Fermer',
};
