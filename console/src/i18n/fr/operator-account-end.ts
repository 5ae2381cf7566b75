import type { en } from '../en/operator-account-end.ts';

export const fr: typeof en = {
  title: 'Données et fermeture',
  about:
    'Pour les clients qui le demandent et ne peuvent pas le faire eux-mêmes. Vérifiez d’abord l’identité de la personne. Tout est inscrit dans leur journal d’audit.',
  closedAt: (time: string) => `Fermé le ${time}`,
  closedText:
    'Il peut seulement être consulté. Remboursez le crédit restant : sur la carte, ce qui a été acheté avec elle ; reprenez le reste.',
  erasedAt: (time: string) => `Données personnelles effacées le ${time}`,
  erasedText:
    'Les factures, les transactions et l’utilisation sont conservées comme l’exige le droit fiscal ; les noms n’y figurent plus que sur les factures.',
  download: 'Télécharger toutes les données',
  begun: 'Le téléchargement a commencé.',
  close: 'Fermer le compte',
  closeTitle: (name: string) => `Fermer ${name} définitivement ?`,
  closeText:
    'Les clés, les cartes, les invitations, les renouvellements et le rechargement prennent fin maintenant. Les membres peuvent encore consulter le compte. Personne ne peut le rouvrir.',
  noServers: 'Il n’a aucun serveur.',
  deletes: 'Ces serveurs sont supprimés avec toutes leurs données et sauvegardes :',
  closed: 'Le compte est fermé.',
  isClosed: 'Le compte est déjà fermé.',
  erase: 'Effacer les données personnelles',
  eraseTitle: 'Effacer définitivement les données personnelles de ce client ?',
  eraseText:
    'Les noms, les adresses, les notes, les étiquettes, les billets, les clés SSH et les détails du journal d’audit sont effacés ; les membres sans autre compte ne peuvent plus se connecter. Les factures gardent leur adresse de facturation.',
  erased: 'Les données personnelles sont effacées.',
  closeFirst: 'Fermez d’abord le compte.',
  isErased: 'Les données personnelles sont déjà effacées.',
};
