export const en = {
  jobs: 'Jobs',
  jobsAbout:
    'Work that is stuck. All of it is retried automatically, at growing intervals. Retrying now is safe: every step can be repeated.',
  allWell: 'Nothing is stuck',
  allWellText: 'No job, server, backup, payment or refund is stuck.',
  queue: 'Job queue',
  task: 'Task',
  runAt: 'Runs at',
  triesOf: (tries: number, most: number) => `${tries} of ${most}`,
  servers: 'Servers',
  backups: 'Backups taking too long',
  payments: 'Payments without an answer',
  refunds: 'Refunds pending too long',
  begun: 'Started',
  since: 'Due since',
  lastError: 'Last error',
};
