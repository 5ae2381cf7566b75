import type { OperatorPermission } from '@boreal/contract/operator-roles.ts';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadOrTell } from '../api/load-or-tell.ts';
import { useShellText } from '../i18n/use-shell-text.ts';
import { PageHeader } from '../parts/page-header.tsx';
import type { LazyPage, PageModule } from './lazy-page.ts';
import { useRoleRefusal } from './operator-role.ts';

/** As lazyPage, for operators whose role includes this; the others read which roles do, and nothing of the page is asked for. */
export function lazyOperatorPage<Name extends string>(
  load: () => Promise<PageModule<Name>>,
  name: Name,
  needs: OperatorPermission,
): LazyPage {
  return lazyRouteComponent(async () => {
    const page = (await loadOrTell(load))[name];
    return { default: () => <ForRole needs={needs} page={page} /> };
  });
}

function ForRole({ needs, page: Page }: { needs: OperatorPermission; page: ComponentType }) {
  const t = useShellText();
  const refusal = useRoleRefusal(needs);
  return refusal === null ? <Page /> : <PageHeader title={t.notYourRole} about={refusal} />;
}
