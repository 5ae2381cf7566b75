import { OperatorRole } from '@boreal/contract/operator/role.ts';

/**
 * The role in a person's row; null for customers, and for a newer version's role, whose permissions are unknown here. Operators that
 * predate roles have none stored and are owners.
 */
export function operatorRoleOf(person: { role: string; operatorRole?: string | null | undefined }): OperatorRole | null {
  return person.role === 'operator' ? (OperatorRole.safeParse(person.operatorRole ?? 'owner').data ?? null) : null;
}
