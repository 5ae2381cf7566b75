import type * as english from '../en/status.ts';

export const status: typeof english.status = {
  title: 'État du service',
  description: 'Ce que cette installation peut dire d’elle-même maintenant, la maintenance prévue et les incidents des 90 derniers jours.',
  overall: {
    up: 'Tous les composants répondent',
    late: 'Certains composants ont des ennuis',
    down: 'La base de données ne répond pas',
  },
  lead: 'Ce qui fonctionne maintenant, ce qui est prévu et ce qui s’est passé au cours des 90 derniers jours.',
  seenAt: 'Vu le',
  partsTitle: 'Composants',
  states: { up: 'Fonctionne', late: 'Ennuis', down: 'En panne', unknown: 'Inconnu' },
  api: 'API et ce site',
  apiUp: 'Cette page vient du processus qui répond aussi à l’API.',
  database: 'Base de données',
  databaseUp: 'Répond. Les comptes, les serveurs et le grand livre peuvent être lus.',
  databaseDown:
    'Ne répond pas. Les requêtes échouent jusqu’à son retour ; rien de ce qui a été confirmé n’est perdu et les serveurs en marche continuent de tourner.',
  worker: 'Travail de fond',
  workerUp: (at: string) => `Les déploiements, la facturation et les courriels avancent. Dernier signe : ${at}.`,
  workerLate: (at: string) => `Rien n’a bougé depuis ${at}. Ce que vous demandez est gardé et fait dès la reprise.`,
  workerUnknown: 'Impossible à dire tant que la base de données ne répond pas.',
  engine: 'Machines',
  engineUp: 'Le moteur qui crée les serveurs répond.',
  engineLate:
    'Un des moteurs qui créent les serveurs ne répond pas. Les nouveaux serveurs sont créés par les autres ; on ne sait pas si ceux qui tournent sont touchés.',
  engineDown:
    'Le moteur qui crée les serveurs ne répond pas. Les nouveaux serveurs attendent ; on ne sait pas si ceux qui tournent sont touchés.',
  hosts: 'Hôtes',
  hostsUp: (total: string) => `Les ${total} répondent tous.`,
  hostsNone: 'Il n’y en a pas encore.',
  hostsSilent: (silent: string, total: string, since: string) =>
    `${silent} sur ${total} ne répondent pas, le plus ancien silence depuis ${since}. Leurs serveurs sont affichés ERROR et ne sont pas facturés entre-temps.`,
  hostsWithheld: (withheld: string, total: string) =>
    `${withheld} sur ${total} ne prennent pas de nouveau serveur. Ceux qui s’y trouvent continuent de tourner ; ce que vous leur demandez peut devoir attendre.`,
  hostsUnknown: 'Impossible à dire tant que la base de données ne répond pas.',
  stock: 'Stock',
  stockSome: (inStock: string, total: string) => `${inStock} modèles de GPU sur ${total} peuvent être déployés maintenant.`,
  stockNone: 'Aucun modèle de GPU ne peut être déployé maintenant.',
  stockUnknown: 'Illisible en ce moment.',
  nowTitle: 'Incidents en cours',
  plannedTitle: 'Maintenance prévue',
  daysTitle: 'Les 90 derniers jours',
  daysLead:
    'Ce que nos exploitants ont signalé, jour par jour à l’heure de l’Est. Les composants ci-dessus sont ce que ce processus voit en ce moment.',
  daysTold: (days: string, troubled: string, count: number) =>
    count === 0 ? `${days} jours sans problème signalé` : `${days} jours, dont ${troubled} avec un problème signalé`,
  pastTitle: 'Incidents passés',
  pastNone: 'Aucun incident au cours des 90 derniers jours.',
  incidentsUnknown: 'Les incidents sont illisibles en ce moment.',
  watchTitle: 'Surveiller de l’extérieur',
  watch: 'Pour votre propre surveillance, /healthz dit qu’un processus est vivant et /readyz qu’il peut servir.',
};
