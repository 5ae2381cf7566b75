import type { en } from '../en/operator-jobs.ts';

export const fr: typeof en = {
  jobs: 'Tâches',
  jobsAbout:
    'Le travail qui n’avance pas. Tout est réessayé tout seul, à intervalles croissants ; réessayer maintenant ne nuit pas : chaque pas peut être répété.',
  allWell: 'Rien n’est bloqué',
  allWellText: 'Tâches, serveurs, sauvegardes, paiements et remboursements avancent tous.',
  queue: 'Tâches de la file',
  task: 'Tâche',
  runAt: 'Prévue à',
  triesOf: (tries, most) => `${tries} sur ${most}`,
  servers: 'Serveurs',
  backups: 'Sauvegardes en cours depuis longtemps',
  payments: 'Paiements sans réponse',
  refunds: 'Remboursements en cours depuis longtemps',
  begun: 'Début',
  since: 'Dû depuis',
  lastError: 'Dernier refus',
};
