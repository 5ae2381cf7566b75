export const en = {
  audit: 'Audit log',
  auditAbout: 'Every change: who made it, how and from where, newest first.',
  noAudit: 'No entries yet',
  noMatch: 'No matches',
  noMatchText: 'Change the filters above.',
  noAuditText: 'Every change that someone makes is recorded here.',
  who: 'Who',
  did: 'Action',
  by: 'Via',
  fromAddress: 'IP address',
  when: 'Date',
};
