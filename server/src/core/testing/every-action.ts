/** What customers do with a server that runs, one after the other, and where each leads. */
export const EVERY_ACTION = [
  ['reboot', 'ACTIVE'],
  ['stop', 'STOPPED'],
  ['start', 'ACTIVE'],
  ['hibernate', 'HIBERNATED'],
  ['hibernate-restore', 'ACTIVE'],
] as const;
