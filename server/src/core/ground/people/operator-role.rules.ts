import { OperatorRole } from '@boreal/contract/operator/role.ts';

/**
 * The role of a person's row; null for customers, and for a role of a newer version: what it may do is not known here. Operators from
 * before there were roles have none stored and are owners.
 */
export function operatorRoleOf(person: { role: string; operatorRole?: string | null | undefined }): OperatorRole | null {
  return person.role === 'operator' ? (OperatorRole.safeParse(person.operatorRole ?? 'owner').data ?? null) : null;
}
