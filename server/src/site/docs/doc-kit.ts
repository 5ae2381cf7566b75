import { BACKUP_MONTHLY_MICROS } from '@boreal/contract/servers/backups.ts';
import { MINIMUM_TOPUP_CAD } from '@boreal/contract/billing/billing.ts';
import { errorStatuses, type ErrorCode } from '@boreal/contract/errors/errors.ts';
import { exitTable } from '@boreal/contract/command-line/exit-codes.ts';
import { mcpClientSetups, type McpClientSetup } from '@boreal/contract/agents/mcp-clients.ts';
import { fromCad } from '@boreal/contract/values/money.ts';
import { allowedActions } from '@boreal/contract/servers/moves.ts';
import { ServerStatus } from '@boreal/contract/servers/servers.ts';
import { html } from 'hono/html';
import type { Html, View } from '../page.ts';
import { exampleProduct } from '../shop.ts';
import { codeBlock } from '../parts/code-block.ts';
import { table } from '../parts/table.ts';
import type { DocKit } from './doc.ts';
import { examples, type Examples } from './examples.ts';

export async function docKit(view: View): Promise<DocKit> {
  const x = await examplesFor(view);
  return {
    view,
    examples: x,
    code: (text, label) => codeBlock(view, text, label),
    statusTable: () => statusTable(view),
    errorTable: () => errorTable(view),
    limitTable: () => limitTable(view),
    clientSetups: () => clientSetups(view, x.mcpKey),
    exitTable: () => exitCodeTable(view),
    minimumTopup: view.formats.cadShort(fromCad(MINIMUM_TOPUP_CAD)),
    backupPrice: view.formats.cad(BACKUP_MONTHLY_MICROS),
  };
}

/** Used when the catalog cannot be read, because the documentation must still be served. */
const SOME_PRODUCT = 'l4-x1';

/** Examples that use a plan this installation sells. */
export async function examplesFor({ siteUrl, sources }: View): Promise<Examples> {
  const shop = await sources.shop().catch(() => null);
  return examples({ siteUrl, productId: (shop && exampleProduct(shop)) ?? SOME_PRODUCT });
}

function statusTable({ words }: View): Html {
  const { docs, statuses } = words;
  const rows = ServerStatus.options.map((status) => {
    const { meaning, billed } = statuses[status];
    const actions = allowedActions({ status, task: null, wasActive: true });
    return [html`<code>${status}</code>`, meaning, billed ? docs.yes : docs.no, actions.length === 0 ? docs.none : codes(actions)];
  });
  return table([{ title: docs.status }, { title: docs.meaning, sentence: true }, { title: docs.billed }, { title: docs.actions }], rows, {
    caption: docs.status,
    stacks: true,
  });
}

function errorTable({ words }: View): Html {
  const { docs, errorMeanings } = words;
  const all: readonly (readonly [string, number])[] = Object.entries(errorStatuses);
  const rows = all
    .filter(isKnown)
    .map(([code, status]) => [html`<code id="${anchorOf(code)}">${code}</code>`, String(status), errorMeanings[code]]);
  return table([{ title: docs.code }, { title: docs.http, figures: true }, { title: docs.whatNext }], rows, {
    caption: docs.code,
    stacks: 'sentences',
  });
}

function isKnown(entry: readonly [string, number]): entry is readonly [ErrorCode, number] {
  return entry[0] in errorStatuses;
}

/** `Too many requests` as `too-many-requests`: an anchor has no spaces. */
export function anchorOf(code: string): string {
  return code.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

async function limitTable(view: View): Promise<Html> {
  const { docs } = view.words;
  const { groups } = await view.sources.api();
  const rows = groups.flatMap(({ operations }) =>
    operations.map((operation) => [
      html`<a href="${view.to('/docs/api')}#${operation.id}"><code>${operation.method} ${operation.path}</code></a>`,
      operation.limit === null ? '–' : String(operation.limit),
      operation.needsKey ? docs.needed : docs.notNeeded,
    ]),
  );
  return table([{ title: docs.operation }, { title: docs.perMinute, figures: true }, { title: docs.key }], rows, {
    caption: docs.operation,
    stacks: true,
  });
}

function exitCodeTable({ words: { docs }, locale }: View): Html {
  const rows = exitTable().map(({ code, told }) => [html`<code>${code}</code>`, told[locale]]);
  return table([{ title: docs.exitCode }, { title: docs.meaning }], rows, { caption: docs.exitCode, stacks: 'sentences' });
}

function clientSetups(view: View, key: string): Html {
  const { docs } = view.words;
  return html`${mcpClientSetups({ siteUrl: view.siteUrl, key }).map(
    (setup) =>
      html`<h3 id="${setup.id}">${setup.name}</h3>
        ${codeBlock(view, setup.text, whereTo(setup, docs))}`,
  )}`;
}

function whereTo({ step, file }: McpClientSetup, docs: View['words']['docs']): string {
  switch (step) {
    case 'command':
      return docs.terminal;
    case 'file':
      return docs.file(file ?? '');
    case 'asking file':
      return docs.askingFile(file ?? '');
  }
}

function codes(texts: readonly string[]): Html {
  return html`${texts.map((text, index) => html`${index === 0 ? '' : ', '}<code>${text}</code>`)}`;
}
