import { BookCheck } from 'lucide-react';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorLedgerNav: NavEntry = {
  to: '/operator/ledger',
  label: 'ledger',
  key: 'l',
  icon: BookCheck,
};

export const operatorLedgerPages = [operatorPage('ledger', 'books.read', () => import('./ledger-page.tsx'), 'LedgerPage')] as const;
