export const en = {
  jobs: 'Jobs',
  jobsAbout:
    'Work that does not get on. Everything here is tried again by itself with growing pauses; trying now does no harm: each step may be repeated.',
  allWell: 'Nothing is stuck',
  allWellText: 'Jobs, servers, backups, payments and refunds all get on.',
  queue: 'Jobs of the queue',
  task: 'Task',
  runAt: 'Runs at',
  triesOf: (tries: number, most: number) => `${tries} of ${most}`,
  servers: 'Servers',
  backups: 'Backups being made for long',
  payments: 'Payments without an answer',
  refunds: 'Refunds under way for long',
  begun: 'Begun',
  since: 'Due since',
  lastError: 'Last refusal',
};
