import type { en } from '../en/data-export.ts';

export const fr: typeof en = {
  title: 'Vos données',
  about:
    'Téléchargez toutes les données de ce compte dans un fichier JSON : serveurs et leur activité, transactions, documents, commandes, membres, noms des clés, billets et journal d’audit. Il ne contient aucun secret.',
  download: 'Télécharger toutes les données',
  begun: 'Le téléchargement a commencé. Nous vous avons aussi prévenu par courriel.',
  close: 'Fermer le compte…',
};
