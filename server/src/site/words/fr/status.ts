import type * as english from '../en/status.ts';

export const status: typeof english.status = {
  title: 'État du service',
  description: 'L’état actuel, la maintenance prévue et les incidents des 90 derniers jours.',
  overall: {
    up: 'Tous les systèmes sont opérationnels',
    late: 'Service perturbé',
    down: 'Panne majeure : la base de données ne répond pas',
  },
  lead: 'La situation actuelle, ce qui est prévu et ce qui s’est passé au cours des 90 derniers jours.',
  seenAt: 'Vérifié le',
  partsTitle: 'Composants',
  states: { up: 'Opérationnel', late: 'Perturbé', down: 'En panne', unknown: 'Inconnu' },
  api: 'API et ce site',
  apiUp: 'Le processus qui a servi cette page répond aussi à l’API.',
  database: 'Base de données',
  databaseUp: 'Les comptes, les serveurs et le grand livre peuvent être lus.',
  databaseDown:
    'Ne répond pas. Les requêtes échouent jusqu’à son retour ; rien de ce qui a été confirmé n’est perdu et les serveurs en marche continuent de tourner.',
  worker: 'Tâches d’arrière-plan',
  workerUp: (at: string) => `Les déploiements, la facturation et les courriels fonctionnent normalement. Dernière exécution : ${at}.`,
  workerLate: (at: string) => `Rien n’a été exécuté depuis le ${at}. Ce que vous demandez est conservé et fait dès la reprise.`,
  workerUnknown: 'Inconnu tant que la base de données ne répond pas.',
  engine: 'Machines',
  engineUp: 'Les serveurs peuvent être créés et commandés.',
  engineLate:
    'Un des systèmes qui commandent les machines ne répond pas. Les autres créent les nouveaux serveurs ; nous ne savons pas si les serveurs en marche sont touchés.',
  engineDown:
    'Le système qui commande les machines ne répond pas. Les nouveaux serveurs attendent ; nous ne savons pas si les serveurs en marche sont touchés.',
  hosts: 'Hôtes',
  hostsUp: (total: string) => `Tous les hôtes sont en ligne (${total}).`,
  hostsNone: 'Aucun hôte pour l’instant.',
  hostsSilent: (silent: string, total: string, since: string) =>
    `Hôtes qui ne répondent pas : ${silent} sur ${total}, le plus ancien depuis le ${since}. Leurs serveurs affichent ERROR et ne sont pas facturés entre-temps.`,
  hostsWithheld: (withheld: string, total: string) =>
    `Hôtes qui ne prennent pas de nouveau serveur : ${withheld} sur ${total}. Les serveurs qui s’y trouvent continuent de tourner ; ce que vous leur demandez peut devoir attendre.`,
  hostsUnknown: 'Inconnu tant que la base de données ne répond pas.',
  stock: 'Stock',
  stockSome: (inStock: string, total: string) => `Modèles de GPU à déployer maintenant : ${inStock} sur ${total}.`,
  stockNone: 'Aucun modèle de GPU ne peut être déployé maintenant.',
  stockUnknown: 'Non disponible en ce moment.',
  nowTitle: 'Incidents en cours',
  plannedTitle: 'Maintenance prévue',
  newsTitle: 'Annonces',
  daysTitle: 'Les 90 derniers jours',
  daysLead:
    'Ce que nos exploitants ont signalé, jour par jour, à l’heure de l’Est. Les composants ci-dessus montrent ce que ce processus voit en ce moment.',
  daysTold: (days: string, troubled: string, count: number) =>
    count === 0 ? `${days} jours sans problème signalé` : `${days} jours, dont ${troubled} avec un problème signalé`,
  pastTitle: 'Incidents passés',
  pastNone: 'Aucun incident au cours des 90 derniers jours.',
  incidentsUnknown: 'Les incidents ne sont pas disponibles en ce moment.',
  watchTitle: 'Surveillez-le vous-même',
  watch: '/healthz indique si un processus est actif, /readyz s’il peut répondre aux requêtes.',
};
