import type { DescribeServerRequest, ServerDescription } from '@boreal/contract/servers/description.ts';
import { labelText, type ServerLabel } from '@boreal/contract/servers/labels.ts';
import type { Tx } from '../../../../db/connect.ts';
import type { JsonObject } from '../../../../db/rows.gen.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { readLabels, readNote, renameServer, saveLabels, saveNote } from './descriptions.store.ts';
import { recordEvent } from '../events/events.store.ts';
import { lockOwnServer, type LockedServer } from '../servers.store.ts';

/**
 * Changes how an account's people describe a server: its name, its labels (all of them) and its note. Omitted fields keep their values. The
 * machine is not touched and keeps its hostname; charges show the new name from now on. @throws NOT_FOUND
 */
export function describeServer(ctx: CustomerCtx, input: DescribeServerRequest & { serverId: string }): Promise<ServerDescription> {
  return ctx.transact(async (tx) => {
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    const name = await changeName(tx, ctx, server, input.name);
    const { labels, note, change } = await changeLabelsAndNote(tx, server, input);
    if (change !== null) {
      await recordAudit(tx, ctx, { accountId: ctx.accountId, action: 'server.described', target: server.id, detail: { name, ...change } });
    }
    return { name, labels, note };
  });
}

async function changeName(tx: Tx, ctx: CustomerCtx, server: LockedServer, name = server.name): Promise<string> {
  if (name === server.name) return name;
  const change = { from: server.name, to: name };
  await renameServer(tx, server, { name, at: ctx.clock.now() });
  await recordEvent(tx, ctx, { server, type: 'server.renamed', data: change });
  await recordAudit(tx, ctx, { accountId: ctx.accountId, action: 'server.renamed', target: server.id, detail: change });
  return name;
}

interface Written {
  readonly labels: ServerLabel[];
  readonly note: string | null;
  /** For the audit log; null if nothing has changed. */
  readonly change: JsonObject | null;
}

async function changeLabelsAndNote(tx: Tx, server: LockedServer, input: DescribeServerRequest): Promise<Written> {
  const before = await readDescription(tx, server);
  const labels = sorted(input.labels ?? before.labels);
  const note = input.note === undefined ? before.note : input.note === '' ? null : input.note;
  const [was, is] = [before.labels.map(labelText), labels.map(labelText)];
  const relabelled = JSON.stringify(was) !== JSON.stringify(is);
  if (relabelled) await saveLabels(tx, server, labels);
  if (note !== before.note) await saveNote(tx, server, note);
  if (!relabelled && note === before.note) return { labels, note, change: null };
  return {
    labels,
    note,
    change: {
      ...(relabelled && { before: was, after: is }),
      // The audit log is kept for years, and people regret what they wrote in notes: it leaves the text out.
      ...(note !== before.note && { note: note === null ? 'removed' : 'changed' }),
    },
  };
}

async function readDescription(tx: Tx, { id, accountId }: LockedServer) {
  const labels = await readLabels(tx, { accountId, serverIds: [id] });
  return { labels: labels.get(id) ?? [], note: await readNote(tx, id) };
}

/** In the database's sort order. */
function sorted(labels: readonly ServerLabel[]): ServerLabel[] {
  return labels.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}
