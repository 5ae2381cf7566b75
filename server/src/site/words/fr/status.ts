import type * as english from '../en/status.ts';

export const status: typeof english.status = {
  title: 'État du service',
  description: 'Ce que cette installation peut dire d’elle-même maintenant : API, base de données, travail de fond, machines et stock.',
  overall: {
    up: 'Tous les composants répondent',
    late: 'Certains composants ont des ennuis',
    down: 'La base de données ne répond pas',
  },
  lead: 'Ce que ce processus voit maintenant, vérifié au plus toutes les quinze secondes. Rien ici ne promet quoi que ce soit du passé.',
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
  keptTitle: 'Ce qui est gardé',
  kept: 'Rien. Un historique des pannes écrit par ce qui était en panne aurait des trous ; il n’y en a donc pas ici. Pour surveiller de l’extérieur, interrogez /healthz et /readyz.',
};
