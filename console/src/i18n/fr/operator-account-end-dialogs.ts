import type { en } from '../en/operator-account-end-dialogs.ts';

export const fr: typeof en = {
  closeTitle: (name: string) => `Fermer ${name} définitivement ?`,
  closeText:
    'Les clés, les cartes, les invitations, les renouvellements et le rechargement prennent fin maintenant. Les membres peuvent encore consulter le compte. Personne ne peut le rouvrir.',
  noServers: 'Il n’a aucun serveur.',
  deletes: 'Ces serveurs sont supprimés avec toutes leurs données et sauvegardes :',
  closed: 'Le compte est fermé.',
  eraseTitle: 'Effacer définitivement les données personnelles de ce client ?',
  eraseText:
    'Les noms, les adresses, les notes, les étiquettes, les billets, les clés SSH et les détails du journal d’audit sont effacés ; les membres sans autre compte ne peuvent plus se connecter. Les factures gardent leur adresse de facturation.',
  erased: 'Les données personnelles sont effacées.',
};
