import type { en } from '../en/server-description.ts';

export const fr: typeof en = {
  edit: 'Renommer et étiqueter',
  title: (name) => `Renommer et étiqueter ${name}`,
  save: 'Enregistrer',
  saved: 'Enregistré.',
  name: 'Nom',
  nameHint: 'Le nom d’hôte du serveur ne change pas. L’historique et les frais affichent le nouveau nom.',
  labels: 'Étiquettes',
  labelsHint: 'Classez vos serveurs par projet, par équipe ou par client : projet = vision.',
  key: 'Clé',
  value: 'Valeur',
  addLabel: 'Ajouter une étiquette',
  removeLabel: (label) => `Retirer l’étiquette ${label}`,
  full: (most) => `Jusqu’à ${most} étiquettes par serveur.`,
  note: 'Note',
  noteHint: 'Visible par tous les membres du compte. N’y inscrivez aucun mot de passe.',
  filter: 'Étiquette',
  allLabels: 'Toutes les étiquettes',
  filterBy: (label) => `N’afficher que les serveurs étiquetés ${label}`,
};
