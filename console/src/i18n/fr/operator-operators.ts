import type { en } from '../en/operator-operators.ts';

export const fr: typeof en = {
  title: 'Exploitants',
  about:
    'Les personnes qui exploitent ce site, et leur rôle. Un changement s’applique immédiatement, y compris aux personnes déjà connectées.',
  add: 'Ajouter un exploitant',
  addAbout: 'La personne doit s’être inscrite et avoir confirmé son adresse de courriel. Elle en est avisée par courriel.',
  email: 'Courriel',
  role: 'Rôle',
  roles: { support: 'Soutien', finance: 'Finances', fleet: 'Parc', owner: 'Propriétaire' },
  roleAbout: {
    support:
      'Répond aux billets, voit les comptes, les serveurs, les paiements et les courriels, et peut suspendre un compte ou changer ses limites.',
    finance: 'S’occupe de l’argent : crédits, remboursements, prix, taxes. Voit ce que voit le soutien, ainsi que les livres.',
    fleet: 'S’occupe des hôtes, des GPU, des serveurs et du catalogue. Ne voit ni les comptes, ni les billets, ni les paiements.',
    owner: 'Peut tout faire, y compris gérer les exploitants.',
  },
  name: 'Nom',
  you: 'Vous',
  secondFactor: 'Second facteur',
  secondFactors: { app: 'Application d’authentification', passkey: 'Clé d’accès' },
  noSecondFactor: 'Aucun pour l’instant',
  used: 'Dernière activité',
  actions: 'Actions',
  change: 'Changer le rôle',
  changeOf: (name) => `Changer le rôle de ${name}`,
  save: 'Enregistrer',
  remove: 'Retirer',
  removeOf: (name) => `Retirer ${name}`,
  removeTitle: (name) => `Retirer ${name} des exploitants ?`,
  removeText: 'Cette personne perd immédiatement tout accès ici. Ses propres comptes restent les siens.',
  added: (email) => `${email} est maintenant exploitant.`,
  changed: (name) => `Le rôle de ${name} a été changé.`,
  removed: (name) => `${name} n’est plus exploitant.`,
  none: 'Aucun exploitant',
};
