import type { en } from '../en/operator-jobs.ts';

export const fr: typeof en = {
  jobs: 'Tâches',
  jobsAbout:
    'Ce qui est bloqué. Tout est réessayé automatiquement, à intervalles croissants. Réessayer maintenant est sans risque : chaque étape peut être répétée.',
  allWell: 'Rien n’est bloqué',
  allWellText: 'Aucune tâche, aucun serveur, aucune sauvegarde, aucun paiement ni remboursement n’est bloqué.',
  queue: 'File d’attente',
  task: 'Tâche',
  runAt: 'Prévue à',
  triesOf: (tries, most) => `${tries} sur ${most}`,
  servers: 'Serveurs',
  backups: 'Sauvegardes trop longues',
  payments: 'Paiements sans réponse',
  refunds: 'Remboursements en attente depuis trop longtemps',
  begun: 'Début',
  since: 'Dû depuis',
  lastError: 'Dernière erreur',
};
