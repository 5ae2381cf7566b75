import { IncidentImpact, IncidentState, StatusComponent, type Incident } from '@boreal/contract/fleet/incidents.ts';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { ulid } from 'ulid';
import { announce } from '../../core/fleet/incidents/announce.ts';
import { changeIncident } from '../../core/fleet/incidents/change-incident.ts';
import { endAnnouncement } from '../../core/fleet/incidents/end-announcement.ts';
import { getIncident, listIncidents } from '../../core/fleet/incidents/list-incidents.ts';
import { openIncident } from '../../core/fleet/incidents/open-incident.ts';
import { updateIncident } from '../../core/fleet/incidents/update-incident.ts';
import { removeSubscriber } from '../../core/fleet/subscribers/stop-subscription.ts';
import { countSubscribers } from '../../core/fleet/subscribers/subscribers.store.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { parseEmail, parseKey, parseMessage, parseMoment, parseText } from '../arguments.ts';
import type { Operate } from '../operate.ts';
import { onePage, plain, when, type Column, type CommandOutput } from '../output.ts';
import { INVOCATION, pagedVerb, verb, type ListOptions } from '../verb.ts';

export function addIncidentCommands(program: Command, operate: Operate): void {
  const incident = program.command('incident').description('incidents, maintenance and announcements, as customers see them');

  pagedVerb(incident, 'list', operate(list), {
    description: 'Show incidents, maintenance and announcements, the newest first.',
    example: '--limit 20',
  });

  verb(incident, 'show <incident>', operate(show), { description: 'Show one with all that was said of it.', example: 'inc_01kb3c9q' });

  const open = verb(incident, 'open', operate(openOne), {
    description: 'Open an incident: customers see it above their pages and on the status page.',
    example:
      '--component deployments --impact degraded --title "Slow starts" --title-fr "Démarrages lents" --text "New servers take ten minutes." --text-fr "Les nouveaux serveurs prennent dix minutes."',
  });
  described(open).option('--from <moment>', 'since when; left out: now', parseMoment);

  const plan = verb(incident, 'plan', operate(planOne), {
    description: 'Announce planned maintenance to customers.',
    example:
      '--component network --impact none --title "New router" --title-fr "Nouveau routeur" --text "…" --text-fr "…" --from 2026-12-01T02:00:00-05:00 --to 2026-12-01T03:00:00-05:00',
  });
  described(plan)
    .requiredOption('--from <moment>', 'when it begins', parseMoment)
    .option('--to <moment>', 'when it is planned to end', parseMoment);

  const announcement = verb(incident, 'announce', operate(announceOne), {
    description: 'Announce something new to customers: a GPU, a price, other terms. Nothing shows as broken.',
    example:
      '--title "New prices" --title-fr "Nouveaux prix" --text "From January 1, …" --text-fr "Dès le 1er janvier, …" --from 2026-12-01T09:00:00-05:00 --to 2027-01-15T00:00:00-05:00',
  });
  said(titled(announcement))
    .option('--from <moment>', 'when customers first see it; left out: now', parseMoment)
    .option('--to <moment>', 'when they see it no longer; left out: until you end it', parseMoment)
    .option('--mail', 'mail it to the subscribers of incidents, who asked for no announcements, when it begins');

  verb(incident, 'end <incident>', operate(endOne), {
    description: 'Stop showing an announcement.',
    example: 'inc_01kb3c9q',
  });

  const update = verb(incident, 'update <incident>', operate(updateOne), {
    description: 'Post an update. "resolved" and "completed" end it.',
    example: 'inc_01kb3c9q --state resolved --text "It works again." --text-fr "Tout fonctionne de nouveau."',
  });
  said(update)
    .addOption(new Option('--state <state>', 'how far it is').choices(IncidentState.options).makeOptionMandatory())
    .option('--mail', 'mail subscribers also if it is an announcement')
    .option('--no-mail', 'say it on the pages only, and mail no subscriber');

  verb(incident, 'change <incident>', operate(change), {
    description: 'Correct the description of an incident.',
    example: 'inc_01kb3c9q --impact outage',
  })
    .addOption(new Option('--impact <impact>', 'what customers notice').choices(IncidentImpact.options))
    .option('--component <component...>', 'what it is about', parseComponent)
    .option('--from <moment>', 'since when', parseMoment)
    .option('--to <moment>', 'when it is planned to end', parseMoment);

  verb(incident, 'subscribers', operate(subscribers), { description: 'Show how many addresses get mail about incidents.', example: '' });

  verb(incident, 'unsubscribe <email>', operate(unsubscribe), {
    description: 'Stop mailing an address, because its reader asks for it or mail bounces.',
    example: 'dev@example.com',
  });
}

function described(command: Command): Command {
  return said(titled(command))
    .requiredOption('--component <component...>', `what it is about: ${StatusComponent.options.join(', ')}`, parseComponent)
    .addOption(new Option('--impact <impact>', 'what customers notice').choices(IncidentImpact.options).makeOptionMandatory())
    .option('--no-mail', 'say it on the pages only, and mail no subscriber');
}

function titled(command: Command): Command {
  return command
    .requiredOption('--title <text>', 'what it is, in a few words', parseText)
    .requiredOption('--title-fr <text>', 'the same in French', parseText);
}

function said(command: Command): Command {
  return command
    .requiredOption('--text <text>', 'what is known, and what customers can do', parseMessage)
    .requiredOption('--text-fr <text>', 'the same in French', parseMessage)
    .option('--key <text>', 'a name for it: the same key again tells nobody anything, so a script may run twice', parseKey);
}

function parseComponent(text: string, before: readonly StatusComponent[] | undefined): StatusComponent[] {
  const component = StatusComponent.safeParse(text);
  if (!component.success) throw new InvalidArgumentError(`It is one of ${StatusComponent.options.join(', ')}.`);
  return [...(before ?? []), component.data];
}

interface Said {
  readonly text: string;
  readonly textFr: string;
  readonly key?: string;
  readonly mail?: boolean;
}

interface Titled extends Said {
  readonly title: string;
  readonly titleFr: string;
  readonly from?: Date;
  readonly to?: Date;
}

interface Described extends Titled {
  readonly component: StatusComponent[];
  readonly impact: IncidentImpact;
}

const openOne = (ctx: Ctx, options: Described) => tellNew(ctx, 'incident', options);
const planOne = (ctx: Ctx, options: Described) => tellNew(ctx, 'maintenance', options);

async function tellNew(ctx: Ctx, kind: 'incident' | 'maintenance', options: Described): Promise<CommandOutput> {
  const { component: components, impact } = options;
  const opened = await openIncident(ctx, { kind, impact, components, ...requestOf(ctx, options) });
  const next = `Go on with: ${INVOCATION} incident update ${opened.id} --state …`;
  return { data: dataOf(opened), text: `${textOf(opened)}\n${next}` };
}

async function announceOne(ctx: Ctx, options: Titled): Promise<CommandOutput> {
  const announced = await announce(ctx, requestOf(ctx, options));
  const next = `Stop showing it with: ${INVOCATION} incident end ${announced.id}`;
  return { data: dataOf(announced), text: `${textOf(announced)}\n${next}` };
}

function requestOf(ctx: Ctx, { title, titleFr, text, textFr, key, mail, from, to }: Titled) {
  return {
    title: { en: title, fr: titleFr },
    text: { en: text, fr: textFr },
    key: key ?? ulid(ctx.clock.now().getTime()),
    mail,
    ...(from && { startsAt: from.toISOString() }),
    ...(to && { endsAt: to.toISOString() }),
  };
}

async function endOne(ctx: Ctx, incidentId: string): Promise<CommandOutput> {
  return told(await endAnnouncement(ctx, { incidentId }));
}

async function updateOne(ctx: Ctx, incidentId: string, options: Said & { state: IncidentState }): Promise<CommandOutput> {
  const text = { en: options.text, fr: options.textFr };
  const key = options.key ?? ulid(ctx.clock.now().getTime());
  return told(await updateIncident(ctx, { incidentId, state: options.state, text, key, mail: options.mail }));
}

type Change = Partial<Pick<Described, 'impact' | 'component' | 'from' | 'to'>>;

async function change(ctx: Ctx, incidentId: string, { impact, component, from, to }: Change): Promise<CommandOutput> {
  const startsAt = from?.toISOString();
  const endsAt = to?.toISOString();
  return told(await changeIncident(ctx, { incidentId, impact, components: component, startsAt, endsAt }));
}

async function list(ctx: Ctx, options: ListOptions): Promise<CommandOutput> {
  const page = await listIncidents(ctx, options);
  return onePage(page, page.items.map(dataOf), { columns, none: 'Nothing was told yet.' });
}

const columns: readonly Column<Incident>[] = [
  { title: 'id', of: ({ id }) => id },
  { title: 'kind', of: ({ kind }) => kind },
  { title: 'state', of: ({ state }) => state.replace('_', ' ') },
  { title: 'impact', of: ({ impact }) => impact },
  { title: 'title', of: ({ title }) => title.en },
  { title: 'from', of: ({ startsAt }) => when(new Date(startsAt)) },
  { title: 'over', of: ({ overAt }) => (overAt === null ? '–' : when(new Date(overAt))) },
];

async function subscribers(ctx: Ctx): Promise<CommandOutput> {
  const count = await countSubscribers(ctx.db.sql);
  return { data: { subscribers: count }, text: count === 1 ? '1 address is told by mail.' : `${count} addresses are told by mail.` };
}

async function unsubscribe(ctx: Ctx, email: string): Promise<CommandOutput> {
  const address = parseEmail(email);
  await removeSubscriber(ctx, { email: address });
  return { data: { email: address }, text: `${plain(address)} is mailed no more.` };
}

async function show(ctx: Ctx, incidentId: string): Promise<CommandOutput> {
  return told(await getIncident(ctx, { incidentId }));
}

const told = (incident: Incident): CommandOutput => ({ data: dataOf(incident), text: textOf(incident) });
const dataOf = (incident: Incident) => ({ ...incident, updates: incident.updates.map((update) => ({ ...update })) });

function textOf({ id, kind, title, state, impact, components, updates }: Incident): string {
  const is = state.replace('_', ' ');
  const head = [`${id}  ${title.en}`, kind === 'announcement' ? `announcement, ${is}` : `${is}, ${impact}: ${components.join(', ')}`];
  const said = updates.flatMap(({ at, state: then, text }) => [
    '',
    `${when(new Date(at))}  ${then.replace('_', ' ')}`,
    ...text.en.split('\n'),
  ]);
  return [...head, ...said].map(plain).join('\n');
}
