export const en = {
  audit: 'Audit log',
  auditAbout: 'Every write: who did what, by which door and from where, the newest first.',
  noAudit: 'Nothing was written yet',
  noAuditText: 'Each write that somebody asks for leaves a line here.',
  who: 'Who',
  did: 'Did',
  target: 'To what',
  by: 'By',
  fromAddress: 'From',
  when: 'When',
};
