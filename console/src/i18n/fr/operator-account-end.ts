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
  isClosed: 'Le compte est déjà fermé.',
  erase: 'Effacer les données personnelles',
  closeFirst: 'Fermez d’abord le compte.',
  isErased: 'Les données personnelles sont déjà effacées.',
};
