import type { en } from '../en/closing.ts';

export const fr: typeof en = {
  title: 'Fermer le compte',
  about: 'La fermeture est définitive : personne ne peut rouvrir le compte.',
  cannot: 'Le compte ne peut pas encore être fermé',
  servers: 'Serveurs à supprimer',
  serversAbout: 'La suppression détruit chaque serveur avec toutes les données de ses disques et toutes ses sauvegardes.',
  noServers: 'Le compte n’a aucun serveur.',
  backups: (count: number) => (count < 2 ? `${count} sauvegarde` : `${count} sauvegardes`),
  agree: (count: number) => (count === 1 ? 'Supprimer ce serveur et ses données' : `Supprimer ces ${count} serveurs et leurs données`),
  agreeFirst: 'Confirmez d’abord la suppression des serveurs.',
  blocked: 'Réglez d’abord les points ci-dessus.',
  ends: 'Ce qui prend fin',
  keys: (api: number, agents: number) =>
    api + agents === 0
      ? 'Aucune clé API ni clé d’agent n’est en service.'
      : `${api < 2 ? `${api} clé API` : `${api} clés API`} et ${agents < 2 ? `${agents} clé d’agent` : `${agents} clés d’agents`} cessent immédiatement de fonctionner. Les programmes qui s’en servent sont refusés.`,
  sshKeys: (count: number) =>
    count < 2
      ? `${count} clé SSH publique ne peut plus servir à de nouveaux serveurs.`
      : `${count} clés SSH publiques ne peuvent plus servir à de nouveaux serveurs.`,
  cards: (count: number) =>
    count === 0
      ? 'Aucune carte n’est enregistrée.'
      : `${count === 1 ? '1 carte est retirée' : `${count} cartes sont retirées`}, ici et chez le fournisseur de paiement ; plus rien n’est débité.`,
  automatic: 'Le rechargement et les renouvellements automatiques prennent fin.',
  people: (members: number, invitations: number) =>
    [
      members < 2
        ? `${members} membre ne peut plus que consulter le compte et garde sa propre identité de connexion.`
        : `${members} membres ne peuvent plus que consulter le compte et gardent leur propre identité de connexion.`,
      ...(invitations === 0
        ? []
        : [`${invitations === 1 ? '1 invitation en attente est retirée' : `${invitations} invitations en attente sont retirées`}.`]),
    ].join(' '),
  tickets: (count: number) =>
    `${count < 2 ? `${count} billet ouvert peut être lu` : `${count} billets ouverts peuvent être lus`}, mais vous ne pouvez plus y répondre.`,
  stays: 'Ce qui reste',
  invoices: (count: number) =>
    count === 0
      ? 'Toutes les transactions restent consultables et téléchargeables ici.'
      : `${count === 1 ? '1 facture ou reçu' : `${count} factures et reçus`} ainsi que toutes les transactions restent consultables et téléchargeables ici.`,
  law: 'Les factures et les écritures correspondantes sont conservées aussi longtemps que le droit fiscal l’exige. Vos autres données personnelles sont effacées quand vous nous le demandez.',
  creditLeft: (credit: string, refundable: string) =>
    `Il reste ${credit} de crédit. Nous remboursons sur la carte la part achetée avec elle, jusqu’à ${refundable} avant taxes. Le crédit promotionnel n’est pas versé.`,
  creditNotBought: (credit: string) =>
    `Il reste ${credit} de crédit. Aucune partie n’a été achetée par carte ; nous l’examinerons et vous écrirons.`,
  noCredit: 'Il ne reste aucun crédit.',
  takeAlong: 'Téléchargez d’abord vos données, pendant que vous pouvez encore vérifier que rien ne manque.',
  close: 'Fermer le compte',
  confirmTitle: 'Fermer ce compte définitivement ?',
  confirmText: (count: number) =>
    count === 0
      ? 'Les clés, les cartes et les invitations prennent fin maintenant. C’est irréversible.'
      : `${count === 1 ? '1 serveur est supprimé' : `${count} serveurs sont supprimés`} avec toutes les données ; les clés, les cartes et les invitations prennent fin maintenant. C’est irréversible.`,
  closedPage: 'Le compte est fermé',
  done: 'Le compte est fermé. Nous avons aussi prévenu ses membres par courriel.',
  toInvoices: 'Voir les factures',
  signInAbout:
    'Votre identité de connexion reste : elle est à vous, pas au compte. Supprimez-la sous « Sécurité » si elle ne vous sert plus, ou pour ouvrir un nouveau compte avec la même adresse ; vous ne pourrez alors plus consulter celui-ci.',
  toSecurity: 'Aller à Sécurité',
};
