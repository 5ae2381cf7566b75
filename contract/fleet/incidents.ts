import { z } from 'zod';
import { schemaSentences } from '../values/schema-sentences.ts';
import { lineText, MessageText } from '../values/written-text.ts';

/** Something that does not work; planned work on it; or news, with nothing broken. */
export const IncidentKind = z.enum(['incident', 'maintenance', 'announcement']);
export type IncidentKind = z.infer<typeof IncidentKind>;

/** What customers notice of it. */
export const IncidentImpact = z.enum(['none', 'degraded', 'outage']);
export type IncidentImpact = z.infer<typeof IncidentImpact>;

/** The part of Boreal concerned, as customers know it. */
export const StatusComponent = z.enum(['api', 'console', 'deployments', 'servers', 'network', 'billing']);
export type StatusComponent = z.infer<typeof StatusComponent>;

/** How far it is; the last of each kind ends it. */
export const incidentStates = {
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  maintenance: ['scheduled', 'in_progress', 'completed'],
  announcement: ['announced', 'ended'],
} as const satisfies Record<IncidentKind, readonly string[]>;
export const IncidentState = z.enum([...incidentStates.incident, ...incidentStates.maintenance, ...incidentStates.announcement]);
export type IncidentState = z.infer<typeof IncidentState>;

export function isOver(state: IncidentState): boolean {
  return state === 'resolved' || state === 'completed' || state === 'ended';
}

/** How far back the public history goes, in days. */
export const STATUS_DAYS = 90;

/** How many days before it starts a maintenance is shown above customers' pages. */
export const ANNOUNCED_DAYS = 7;

/** The most open entries of each kind, so that every answer is bounded. */
export const INCIDENTS_OPEN_MAX = 20;
export const INCIDENT_UPDATES_MAX = 100;

const TITLE_MAX = 120;
const Title = lineText(schemaSentences.name, TITLE_MAX);
const UpdateText = MessageText.max(2000);
export const TitleInBoth = z.strictObject({ en: Title, fr: Title });
export const TextInBoth = z.strictObject({ en: UpdateText, fr: UpdateText });

export const IncidentUpdate = z.object({
  id: z.string(),
  state: IncidentState,
  text: z.object({ en: z.string(), fr: z.string() }),
  at: z.iso.datetime(),
});

/** What everybody may read of it. */
export const Incident = z.object({
  id: z.string(),
  kind: IncidentKind,
  /** For an announcement: `none`, and no components. */
  impact: IncidentImpact,
  components: z.array(StatusComponent),
  title: z.object({ en: z.string(), fr: z.string() }),
  state: IncidentState,
  startsAt: z.iso.datetime(),
  /** When a maintenance is planned to end, or when an announcement ends; null: unknown. */
  endsAt: z.iso.datetime().nullable(),
  /** When it ended; null: it has not. An announcement ends by itself. */
  overAt: z.iso.datetime().nullable(),
  /** Newest first. */
  updates: z.array(IncidentUpdate),
});
export type Incident = z.infer<typeof Incident>;

const Components = z.array(StatusComponent).min(1).max(StatusComponent.options.length);
const Moment = z.iso.datetime({ offset: true });

const Key = z.string().regex(/^[\x21-\x7e]{1,100}$/, schemaSentences.movementKey.en);

export const OpenIncidentRequest = z.strictObject({
  kind: IncidentKind.exclude(['announcement']),
  impact: IncidentImpact,
  components: Components,
  title: TitleInBoth,
  text: TextInBoth,
  /** Default: now; for a maintenance it may be in the future. */
  startsAt: Moment.optional(),
  endsAt: Moment.nullable().optional(),
  /** Idempotency key: repeating it opens nothing. */
  key: Key,
  /** False: subscribers get no mail about it. */
  mail: z.boolean().optional(),
});

export const AnnounceRequest = z.strictObject({
  title: TitleInBoth,
  text: TextInBoth,
  /** Default: now. Before that customers see nothing of it. */
  startsAt: Moment.optional(),
  /** When it stops being shown; null or omitted: when an operator ends it. */
  endsAt: Moment.nullable().optional(),
  /** Idempotency key: repeating it announces nothing. */
  key: Key,
  /** True: subscribers get a mail when it begins. */
  mail: z.boolean().optional(),
});

/** Corrects an entry's description. An announcement has neither impact nor components. */
export const ChangeIncidentRequest = z.strictObject({
  impact: IncidentImpact.optional(),
  components: Components.optional(),
  title: TitleInBoth.optional(),
  startsAt: Moment.optional(),
  endsAt: Moment.nullable().optional(),
});

export const UpdateIncidentRequest = z.strictObject({
  state: IncidentState,
  text: TextInBoth,
  key: Key,
  /** Whether subscribers get a mail. Default: yes, except for an announcement. */
  mail: z.boolean().optional(),
});
