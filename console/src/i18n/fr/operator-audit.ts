import type { en } from '../en/operator-audit.ts';

export const fr: typeof en = {
  audit: 'Journal d’audit',
  auditAbout: 'Chaque modification : par qui, comment et d’où, la plus récente d’abord.',
  noAudit: 'Aucune entrée',
  noMatch: 'Aucun résultat',
  noMatchText: 'Modifiez les filtres ci-dessus.',
  noAuditText: 'Chaque modification est inscrite ici.',
  who: 'Qui',
  did: 'Action',
  by: 'Par',
  fromAddress: 'Adresse IP',
  when: 'Date',
};
