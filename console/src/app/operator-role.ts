import { operatorMay, roleRefusal, type OperatorPermission } from '@boreal/contract/operator/roles.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useMe } from './account.tsx';

/** Whether the signed-in operator's role includes this. */
export function useOperatorMay(permission: OperatorPermission): boolean {
  const { operatorRole } = useMe();
  return operatorRole !== null && operatorMay(operatorRole, permission);
}

/** Why the signed-in operator may not do this, and which roles may; null when they may. */
export function useRoleRefusal(permission: OperatorPermission): string | null {
  const { operatorRole: role } = useMe();
  const { language } = useLanguage();
  return role === null || operatorMay(role, permission) ? null : roleRefusal({ role, permission })[language];
}
