import { readFile, writeFile } from 'node:fs/promises';
import { legalTurns, machineTurns, serverMoves, type ServerMove } from '../contract/server-moves.ts';

/** Writes docs/server-lifecycle.md from the table of moves; with --check only tells whether it is as it should be. */
const FILE = new URL('../docs/server-lifecycle.md', import.meta.url);

const moves: readonly (readonly [string, ServerMove])[] = Object.entries(serverMoves);

const text = `# The life of a server

Written by \`npm run generate\` from [contract/server-moves.ts](../contract/server-moves.ts), from which the refusals of actions, the
buttons of the console and the deadlines come, too. Times are product time.

\`\`\`mermaid
stateDiagram-v2
${legalTurns()
  .map(({ from, to }) => `  ${from ?? '[*]'} --> ${to}`)
  .join('\n')}
  DELETED --> [*]
\`\`\`

${table([['Move', 'Asked for by', 'From', 'Meanwhile', 'Ends in', 'Given up after'], ...moves.map(([name, move]) => cells(name, move))])}

Machines also turn by themselves:

${machineTurns.map(({ what, from, to }) => `- ${from.join(', ')} → ${to.join(' or ')}: ${what}.`).join('\n')}
`;

if (!process.argv.includes('--check')) {
  await writeFile(FILE, text);
} else if ((await readFile(FILE, 'utf8').catch(() => '')) !== text) {
  process.stderr.write('docs/server-lifecycle.md is not what the table of moves says. Run: npm run generate\n');
  process.exitCode = 1;
}

function cells(name: string, { by, from, meanwhile, to, limit, otherwise }: ServerMove): readonly string[] {
  const shown = [meanwhile.status, meanwhile.task === null ? undefined : `_${meanwhile.task}_`].filter((part) => part !== undefined);
  return [
    `\`${name}\``,
    by === 'customer' ? 'the customer' : 'Boreal',
    from.length === 0 ? '–' : from.join(', '),
    shown.join(' '),
    to ?? 'where it began',
    limit ? `${limit.minutes} min: ${otherwise ?? 'where it began'}` : '–',
  ];
}

/** Padded as the formatter pads it. */
function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, n) => Math.max(...[head, ...rows].map((row) => row[n]?.length ?? 0)));
  const line = (row: readonly string[], fill: string) => `| ${widths.map((width, n) => (row[n] ?? '').padEnd(width, fill)).join(' | ')} |`;
  return [line(head, ' '), line([], '-'), ...rows.map((row) => line(row, ' '))].join('\n');
}
