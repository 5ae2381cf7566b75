import { useNavigate } from '@tanstack/react-router';
import { CreditCard, UserCog } from 'lucide-react';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { useMayDo } from '../account.tsx';
import type { PagePath } from '../nav-entry.ts';
import type { Command } from './command.ts';
import { usePaletteText } from './text.ts';

const ofBilling = [
  ['paymentMethods', '/console/billing/payment-methods'],
  ['autoReload', '/console/billing/auto-reload'],
  ['orders', '/console/billing/orders'],
] as const satisfies readonly (readonly [string, PagePath])[];

/** Pages below those of the navigation. */
export function useCustomerPages(): Command[] {
  const t = usePaletteText();
  const shell = useShellText();
  const navigate = useNavigate();
  const mayRead = useMayDo('billing.read');
  const billing = ofBilling.map(([name, to]) => ({
    id: `page-${name}`,
    group: 'pages' as const,
    name: t.pages[name],
    about: shell.navGroups.billing,
    icon: CreditCard,
    whenAsked: true,
    run: () => void navigate({ to }),
  }));
  return [
    ...(mayRead ? billing : []),
    {
      id: 'page-security',
      group: 'pages',
      name: t.pages.security,
      about: shell.nav.profile,
      icon: UserCog,
      whenAsked: true,
      run: () => void navigate({ to: '/console/profile/security' }),
    },
  ];
}
