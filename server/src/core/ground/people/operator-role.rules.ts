import { OperatorRole } from '@boreal/contract/operator-role.ts';

/** The role of a person's row; null for customers. Operators from before there were roles have none stored and are owners. */
export function operatorRoleOf(person: { role: string; operatorRole?: string | null | undefined }): OperatorRole | null {
  return person.role === 'operator' ? OperatorRole.parse(person.operatorRole ?? 'owner') : null;
}
