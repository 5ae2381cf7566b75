import { toCad } from '@boreal/contract/values/money.ts';
import { restoreSentences } from '@boreal/contract/request-sentences/restores.sentences.ts';
import type { Command } from 'commander';
import { findUnsettled, type NotEnded, type Unsettled } from '../../core/commerce/after-restore/find-unsettled.ts';
import { settleByHand } from '../../core/commerce/after-restore/settle-by-hand.ts';
import type { Settled } from '../../core/commerce/after-restore/settle-servers.ts';
import { markRestored } from '../../core/fleet/restores/mark-restored.ts';
import { findRestore, type RestoreRow } from '../../core/fleet/restores/restores.store.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { AppError, invalidRequest } from '../../kit/errors.ts';
import { parseMoment } from '../arguments.ts';
import { chooseEngine, onEngine, type ConfiguredEngines, type OneEngine } from '../configured-engines.ts';
import { withEngine } from '../with-engine.ts';
import { explainError } from '../explain-error.ts';
import type { Operate } from '../operate.ts';
import { cad, count, table, when, type Column, type CommandOutput } from '../output.ts';
import { TAKE_OVER, takenOver } from '../take-over-engine.ts';
import { toldAsked } from '../told-asked.ts';
import { INVOCATION, verb } from '../verb.ts';

export function addRestoreCommands(program: Command, operate: Operate, engines: ConfiguredEngines): void {
  const restore = program.command('restore').description('what happened between a copy of the database and its restore');

  verb(restore, 'show', operate(show), { description: 'Show whether this database was restored, and where the copy ended.', example: '' });

  verb(restore, 'mark', operate(mark), {
    description: 'Record that this database was restored from a copy. Only for a Postgres of your own: backup restore does it by itself.',
    example: '--at 2026-12-01T14:30:00Z',
  })
    .option('--at <moment>', 'the moment to which it was restored; without it, the last of which its books tell', parseMoment)
    .option('--take-over', TAKE_OVER);

  onEngine(
    verb(
      restore,
      'settle',
      operate((ctx, ids: string[], options: SettleOptions) => settle(ctx, engines, ids, options)),
      {
        description:
          'Settle servers that had ended or hibernated after the copy: refund what was charged since, and end or hibernate them.',
        example: '--all --preview',
      },
    )
      .argument('[ids...]', 'which servers, as the preview names them')
      .option('--all', 'all servers that were found missing or hibernated')
      .option('--preview', 'show what would be done and refunded, and do nothing'),
  );
}

interface SettleOptions extends OneEngine {
  readonly all?: true;
  readonly preview?: true;
}

async function show(ctx: Ctx): Promise<CommandOutput> {
  const restore = await findRestore(ctx.db.sql);
  if (!restore) return { data: { copyEndsAt: null, notedAt: null }, text: 'As far as Boreal knows, this database was never restored.' };
  return { data: dataOf(restore), text: sentenceOf(restore) };
}

async function mark(ctx: Ctx, { at, takeOver = false }: { at?: Date; takeOver?: true | false }): Promise<CommandOutput> {
  const restore = await markRestored(ctx, { at, takeOver });
  const next = `Nothing is sold on any host before a worker has looked at it. Once it has: ${INVOCATION} restore settle --all --preview`;
  return { data: dataOf(restore), text: `${sentenceOf(restore)} ${takenOver(takeOver)} ${next}` };
}

function dataOf({ copyEndsAt, notedAt }: RestoreRow) {
  return { copyEndsAt: copyEndsAt.toISOString(), notedAt: notedAt.toISOString() };
}

function sentenceOf({ copyEndsAt, notedAt }: RestoreRow): string {
  return `This database was restored at ${when(notedAt)} from a copy whose books end at ${when(copyEndsAt)}.`;
}

type Row = Unsettled & Pick<Settled, 'hours' | 'refundedMicros'>;

type Refused = Readonly<Record<'id' | 'reason', string>>;

/** The outcome for the servers of all accounts. */
interface Outcome {
  readonly rows: Row[];
  readonly waiting: Row[];
  readonly requests: string[];
  readonly refused: Refused[];
}

async function settle(ctx: Ctx, engines: ConfiguredEngines, ids: readonly string[], options: SettleOptions): Promise<CommandOutput> {
  if (options.all === (ids.length > 0 || undefined)) throw invalidRequest('server', restoreSentences.which);
  const { preview = false } = options;
  const found = await withEngine(ctx, engines, chooseEngine(engines, options.engine), ({ engine }) => findUnsettled(ctx, engine));
  if (!found) throw invalidRequest('server', restoreSentences.never);
  const wanted = options.all ? found.unsettled : found.unsettled.filter(({ serverId }) => ids.includes(serverId));
  const outcome: Outcome = { rows: [], waiting: [], requests: [], refused: refusedOf(ids, { ...found, wanted, all: options.all }) };
  // Each account has its own transaction, so one refusal does not affect the others' refunds.
  for (const [accountId, servers] of Map.groupBy(wanted, (one) => one.accountId)) {
    await settleAccount(ctx, { accountId, servers, restore: found.restore, preview }, outcome);
  }
  return told(outcome, { preview, restore: found.restore });
}

async function settleAccount(
  ctx: Ctx,
  of: { accountId: string; servers: readonly Unsettled[]; restore: RestoreRow; preview: boolean },
  outcome: Outcome,
): Promise<void> {
  try {
    const { settled, takesTwo, requestId } = await settleByHand(ctx, of);
    const rows = of.servers.flatMap((server) => {
      const one = settled.find(({ serverId }) => serverId === server.serverId);
      return one ? [{ ...server, hours: one.hours, refundedMicros: one.refundedMicros }] : [];
    });
    (takesTwo ? outcome.waiting : outcome.rows).push(...rows);
    if (requestId !== null) outcome.requests.push(requestId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = explainError(error) ?? error.message;
    outcome.refused.push(...of.servers.map(({ serverId }) => ({ id: serverId, reason })));
  }
}

function refusedOf(
  ids: readonly string[],
  { wanted, notEnded, all }: { wanted: readonly Unsettled[]; notEnded: readonly NotEnded[]; all: true | undefined },
): Refused[] {
  const kept = notEnded.filter(({ serverId }) => all === true || ids.includes(serverId));
  const known = new Set([...wanted, ...kept].map(({ serverId }) => serverId));
  const unknown = ids.filter((id) => !known.has(id)).map((id) => ({ id, reason: restoreSentences.nothingToSettle(id).en }));
  return [...kept.map(({ serverId: id, why }) => ({ id, reason: why.en })), ...unknown];
}

function told(
  { rows, waiting, requests, refused }: Outcome,
  { preview, restore }: { preview: boolean; restore: RestoreRow },
): CommandOutput {
  const all = [...rows, ...waiting];
  const sum = (of: readonly Row[]) => cad(of.reduce((total, { refundedMicros }) => total + refundedMicros, 0n));
  const sentences = preview
    ? [
        `Nothing has been written. Without --preview, ${count(all.length, 'server')} would be settled and ${sum(all)} CAD refunded.`,
        ...(waiting.length > 0 ? [`Of that, ${sum(waiting)} CAD would wait for a second operator.`] : []),
      ]
    : [`Settled ${count(rows.length, 'server')} and refunded ${sum(rows)} CAD.`, ...requests.map(toldAsked)];
  return {
    data: {
      preview,
      copyEndsAt: restore.copyEndsAt.toISOString(),
      settled: rows.map(rowData),
      waiting: waiting.map(rowData),
      requests,
      refused,
    },
    text: [sentenceOf(restore), ...(all.length > 0 ? [table(all, columns, '')] : []), ...sentences].join('\n'),
    ...(refused.length > 0 && { failure: refused.map(({ reason }) => reason).join('\n') }),
  };
}

function rowData({ serverId: id, name, accountId, accountName, found, hours, refundedMicros }: Row) {
  return { id, name, accountId, accountName, found, hours, refundedCad: toCad(refundedMicros) };
}

const columns: readonly Column<Row>[] = [
  { title: 'server', of: ({ serverId }) => serverId },
  { title: 'name', of: ({ name }) => name },
  { title: 'account', of: ({ accountId, accountName }) => `${accountName} (${accountId})` },
  { title: 'is', of: ({ status }) => status },
  { title: 'machine', of: ({ found }) => found },
  { title: 'hours', of: ({ hours }) => String(hours), right: true },
  { title: 'cad', of: ({ refundedMicros }) => cad(refundedMicros), right: true },
];
