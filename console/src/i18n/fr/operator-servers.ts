import type { en } from '../en/operator-servers.ts';

export const fr: typeof en = {
  title: 'Serveurs',
  about: 'Les serveurs de tous les clients. Pour voir ceux qui sont supprimés, choisissez leur état.',
  searchFor: 'Chercher par nom, identifiant ou adresse IP',
  noneFound: 'Aucun serveur trouvé',
  noneFoundText: 'Choisissez un autre état, ou cherchez l’identifiant complet ou une partie du nom.',
  notDeleted: 'Tous sauf supprimés',
  ipv4: 'IPv4',
  goal: 'Objectif',
  goals: { running: 'En marche', stopped: 'Arrêté', hibernated: 'En hibernation', gone: 'Supprimé' },
  deadline: 'À finir avant',
  slots: 'Emplacements de GPU',
  hours: 'Heures facturées',
  spent: 'Facturé',
  refunded: 'Remboursé',
  preempt: 'Interrompre',
  preemptTitle: (name) => `Interrompre ${name}`,
  preemptAbout:
    'Reprend ses GPU, comme lorsque des clients à la demande en ont besoin. Le serveur est mis en hibernation et garde son disque système ; son disque de travail peut être perdu. Ce qui reste de l’heure est remboursé.',
  preempted: (amount) => `Le serveur est mis en hibernation ; ${amount} ont été remboursés au crédit.`,
  halts: {
    stop: {
      button: 'Arrêter',
      action: 'Arrêter le serveur',
      title: (name) => `Arrêter ${name}`,
      about:
        'Tout ce qui y tourne s’arrête. Ses disques, ses adresses et ses GPU sont conservés, et il reste facturé. Le client peut le démarrer de nouveau ; pour l’empêcher, suspendez le compte.',
      done: (name) => `${name} est en cours d’arrêt.`,
    },
    hibernate: {
      button: 'Hiberner',
      action: 'Mettre en hibernation',
      title: (name) => `Mettre ${name} en hibernation`,
      about:
        'Tout ce qui y tourne s’arrête. Son disque système est conservé, le disque de travail peut être perdu, et ses adresses et ses GPU sont libérés. La facturation s’arrête à la fin de l’heure payée ; une période prépayée continue de courir. Rien n’est remboursé automatiquement. Le client peut le reprendre ; pour l’empêcher, suspendez le compte.',
      done: (name) => `${name} est mis en hibernation.`,
    },
  },
  actionsOf: (name) => `Actions de ${name}`,
  haltReason: 'Raison',
  haltReasonHint: 'Envoyée au client par courriel et inscrite au journal d’activité.',
  onlySpot: 'Seuls les serveurs spot peuvent être interrompus.',
  noGpus: 'Il ne détient pas de GPU en ce moment.',
  refund: 'Rembourser du crédit',
  events: 'Activité',
  noEvents: 'Aucune activité',
  noEventsText: 'Chaque changement du serveur s’affiche ici.',
  when: 'Date',
  event: 'Événement',
  by: 'Par',
  actors: { user: 'Une personne', api_key: 'Clé API', mcp_key: 'Un agent', system: 'Boreal', operator: 'Exploitant' },
};
