import type { OperatorPermission } from '@boreal/contract/operator/roles.ts';
import type { ComponentType } from 'react';
import { useOperatorText } from '../pages/operator/parts/text.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { useRoleRefusal } from './operator-role.ts';

/** A page for operators whose role includes this; the others read which roles do, and nothing of the page is asked for. */
export function forRole(needs: OperatorPermission, Page: ComponentType): ComponentType {
  return function ForRole() {
    const t = useOperatorText();
    const refusal = useRoleRefusal(needs);
    return refusal === null ? <Page /> : <PageHeader title={t.notYourRole} about={refusal} />;
  };
}
