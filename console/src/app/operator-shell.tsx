import type { OperatorRole } from '@boreal/contract/operator/role.ts';
import { operatorMay, operatorRoleNames, type OperatorPermission } from '@boreal/contract/operator/roles.ts';
import { Alert, Badge } from '@mantine/core';
import { Navigate, useRouterState } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useLanguage } from '../i18n/language.tsx';
import { useShellText } from '../i18n/use-shell-text.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import { operatorSecurityNav } from '../pages/security/routes.tsx';
import { useMe } from './account.tsx';
import { Frame } from './frame.tsx';
import type { NavEntry, NavGroup } from './nav-entry.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { operatorNav } from './operator-areas.ts';
import { PersonMenu } from './person-menu.tsx';
import { useSession } from './use-session.ts';

const HOME = '/operator';
const SET_UP = '/operator/profile';
/** What a role must include to see an area. An area that is not here is nobody's. One's own settings are everybody's. */
const NEEDS: Readonly<Partial<Record<NavEntry['label'], OperatorPermission>>> = {
  overview: 'overview.read',
  servers: 'servers.read',
  capacity: 'fleet.read',
  plans: 'catalog.read',
  accounts: 'customers.read',
  tickets: 'tickets.read',
  money: 'payments.read',
  approvals: 'requests.read',
  incidents: 'status.read',
  jobs: 'overview.read',
  mail: 'mail.read',
  ledger: 'books.read',
  audit: 'audit.read',
  operators: 'operators.read',
};
const lockedNav: readonly NavGroup[] = [{ name: null, entries: [operatorSecurityNav] }];

const OperatorPalette = lazyPart('operator-palette', async () => (await import('./palette/operator-palette.tsx')).OperatorPalette);

/** What surrounds operators' pages. For everybody else nothing exists here. */
export function OperatorShell() {
  useSession();
  const t = useShellText();
  const { language } = useLanguage();
  const { operatorRole, secondFactorRequired } = useMe();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // Until it is set up there is only the page that sets it up.
  const locked = secondFactorRequired;
  const groups = useMemo(() => (locked || operatorRole === null ? lockedNav : navOf(operatorRole)), [locked, operatorRole]);
  if (operatorRole === null) return <NotFoundPage />;
  if (locked && path !== SET_UP) return <Navigate to={SET_UP} replace />;
  return (
    <Frame
      home={locked ? SET_UP : HOME}
      notice={locked && <SecondFactorNotice />}
      groups={groups}
      palette={locked ? null : OperatorPalette}
      bar={
        <>
          <Badge color="orange" visibleFrom="xs">
            {t.toOperator} · {operatorRoleNames[operatorRole][language]}
          </Badge>
          <PersonMenu side="operator" />
        </>
      }
    />
  );
}

/** The areas that a role may see. */
function navOf(role: OperatorRole): readonly NavGroup[] {
  return operatorNav
    .map(({ name, entries }) => ({
      name,
      entries: entries.filter(({ label }) => label === 'profile' || (NEEDS[label] !== undefined && operatorMay(role, NEEDS[label]))),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Above the one page of an operator who has no second factor yet. */
function SecondFactorNotice() {
  const t = useShellText();
  return (
    <Alert mb="lg" color="orange" variant="light" icon={<ShieldAlert aria-hidden />} title={t.secondFactorTitle}>
      {t.secondFactorText}
    </Alert>
  );
}
