import { ShieldAlert } from 'lucide-react';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorIncidentsNav: NavEntry = { to: '/operator/incidents', label: 'incidents', key: 'i', icon: ShieldAlert };

export const operatorIncidentsPages = [
  operatorPage('incidents', 'status.read', () => import('./incidents-page.tsx'), 'IncidentsPage'),
  operatorPage('incidents/$incidentId', 'status.read', () => import('./incident-page.tsx'), 'IncidentPage'),
] as const;
