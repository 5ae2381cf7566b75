import type { en } from '../en/operator-audit.ts';

export const fr: typeof en = {
  audit: 'Journal d’audit',
  auditAbout: 'Chaque écriture : qui a fait quoi, par quelle porte et d’où, la plus récente d’abord.',
  noAudit: 'Rien n’a encore été écrit',
  noAuditText: 'Chaque écriture que quelqu’un demande laisse une ligne ici.',
  who: 'Qui',
  did: 'A fait',
  target: 'À quoi',
  by: 'Par',
  fromAddress: 'Depuis',
  when: 'Quand',
};
