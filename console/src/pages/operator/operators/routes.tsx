import { UsersRound } from 'lucide-react';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorOperatorsNav: NavEntry = {
  to: '/operator/operators',
  label: 'operators',
  key: 'r',
  icon: UsersRound,
};

export const operatorOperatorsPages = [
  operatorPage('operators', 'operators.read', () => import('./operators-page.tsx'), 'OperatorsPage'),
] as const;
