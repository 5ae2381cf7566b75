export const en = {
  audit: 'Audit log',
  auditAbout: 'Every change: who made it, how and from where, newest first.',
  noAudit: 'No entries yet',
  noAuditText: 'Every change that someone makes is recorded here.',
  who: 'Who',
  did: 'Action',
  target: 'Target',
  by: 'Via',
  fromAddress: 'IP address',
  when: 'Date',
};
