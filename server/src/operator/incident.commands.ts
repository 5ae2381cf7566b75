import { IncidentImpact, IncidentState, StatusComponent, type Incident } from '@boreal/contract/incidents.ts';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { ulid } from 'ulid';
import { changeIncident } from '../core/fleet/incidents/change-incident.ts';
import { getIncident, listIncidents } from '../core/fleet/incidents/list-incidents.ts';
import { openIncident } from '../core/fleet/incidents/open-incident.ts';
import { updateIncident } from '../core/fleet/incidents/update-incident.ts';
import { removeSubscriber } from '../core/fleet/subscribers/stop-subscription.ts';
import { countSubscribers } from '../core/fleet/subscribers/subscribers.store.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { parseEmail, parseKey, parseMessage, parseMoment, parseText } from './arguments.ts';
import type { Operate } from './operate.ts';
import { onePage, plain, when, type Column, type CommandOutput } from './output.ts';
import { INVOCATION, pagedVerb, verb, type ListOptions } from './verb.ts';

export function addIncidentCommands(program: Command, operate: Operate): void {
  const incident = program.command('incident').description('incidents and maintenance, as customers see them');

  pagedVerb(incident, 'list', operate(list), { description: 'Show incidents and maintenance, the newest first.', example: '--limit 20' });

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

  const update = verb(incident, 'update <incident>', operate(updateOne), {
    description: 'Post an update. "resolved" and "completed" end it.',
    example: 'inc_01kb3c9q --state resolved --text "It works again." --text-fr "Tout fonctionne de nouveau."',
  });
  said(update).addOption(new Option('--state <state>', 'how far it is').choices(IncidentState.options).makeOptionMandatory());

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
  return said(command)
    .requiredOption('--component <component...>', `what it is about: ${StatusComponent.options.join(', ')}`, parseComponent)
    .addOption(new Option('--impact <impact>', 'what customers notice').choices(IncidentImpact.options).makeOptionMandatory())
    .requiredOption('--title <text>', 'what it is, in a few words', parseText)
    .requiredOption('--title-fr <text>', 'the same in French', parseText);
}

function said(command: Command): Command {
  return command
    .requiredOption('--text <text>', 'what is known, and what customers can do', parseMessage)
    .requiredOption('--text-fr <text>', 'the same in French', parseMessage)
    .option('--key <text>', 'a name for it: the same key again tells nobody anything, so a script may run twice', parseKey)
    .option('--no-mail', 'say it on the pages only, and mail no subscriber');
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
  readonly mail: boolean;
}

interface Described extends Said {
  readonly component: StatusComponent[];
  readonly impact: IncidentImpact;
  readonly title: string;
  readonly titleFr: string;
  readonly from?: Date;
  readonly to?: Date;
}

const openOne = (ctx: Ctx, options: Described) => tellNew(ctx, 'incident', options);
const planOne = (ctx: Ctx, options: Described) => tellNew(ctx, 'maintenance', options);

async function tellNew(ctx: Ctx, kind: Incident['kind'], options: Described): Promise<CommandOutput> {
  const { component: components, impact, from, to } = options;
  const opened = await openIncident(ctx, {
    kind,
    impact,
    components,
    title: { en: options.title, fr: options.titleFr },
    text: { en: options.text, fr: options.textFr },
    key: options.key ?? ulid(ctx.clock.now().getTime()),
    mail: options.mail,
    ...(from && { startsAt: from.toISOString() }),
    ...(to && { endsAt: to.toISOString() }),
  });
  const next = `Go on with: ${INVOCATION} incident update ${opened.id} --state …`;
  return { data: dataOf(opened), text: `${textOf(opened)}\n${next}` };
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

function textOf({ id, title, state, impact, components, updates }: Incident): string {
  const head = [`${id}  ${title.en}`, `${state.replace('_', ' ')}, ${impact}: ${components.join(', ')}`];
  const said = updates.flatMap(({ at, state: then, text }) => [
    '',
    `${when(new Date(at))}  ${then.replace('_', ' ')}`,
    ...text.en.split('\n'),
  ]);
  return [...head, ...said].map(plain).join('\n');
}
