import type { IncidentImpact, IncidentState, StatusComponent } from './incidents.ts';
import type { Language } from '../words/language.ts';

interface IncidentWords {
  readonly components: Readonly<Record<StatusComponent, string>>;
  readonly states: Readonly<Record<IncidentState, string>>;
  readonly impacts: Readonly<Record<IncidentImpact, string>>;
  /** What was recorded for a day. */
  readonly days: Readonly<Record<'up' | 'maintenance' | 'degraded' | 'outage', string>>;
}

/** The names of components, states and impacts, for the site, the console and mail. */
export const incidentWords: Readonly<Record<Language, IncidentWords>> = {
  en: {
    components: {
      api: 'API',
      console: 'Console and site',
      deployments: 'Deployments',
      servers: 'Running servers',
      network: 'Network',
      billing: 'Billing and payments',
    },
    states: {
      investigating: 'Investigating',
      identified: 'Identified',
      monitoring: 'Monitoring',
      resolved: 'Resolved',
      scheduled: 'Scheduled',
      in_progress: 'In progress',
      completed: 'Completed',
      announced: 'Announced',
      ended: 'Ended',
    },
    impacts: { none: 'No impact', degraded: 'Degraded', outage: 'Outage' },
    days: { up: 'no problem reported', maintenance: 'maintenance', degraded: 'degraded', outage: 'outage' },
  },
  fr: {
    components: {
      api: 'API',
      console: 'Console et site',
      deployments: 'Déploiements',
      servers: 'Serveurs en marche',
      network: 'Réseau',
      billing: 'Facturation et paiements',
    },
    states: {
      investigating: 'En cours d’examen',
      identified: 'Cause identifiée',
      monitoring: 'Sous surveillance',
      resolved: 'Résolu',
      scheduled: 'Prévue',
      in_progress: 'En cours',
      completed: 'Terminée',
      announced: 'Publiée',
      ended: 'Terminée',
    },
    impacts: { none: 'Sans effet', degraded: 'Dégradé', outage: 'Panne' },
    days: { up: 'aucun problème signalé', maintenance: 'maintenance', degraded: 'dégradé', outage: 'panne' },
  },
};
