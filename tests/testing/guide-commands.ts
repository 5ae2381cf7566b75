import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './boreal-process.ts';

/** One command as somebody types it, here documents and continued lines included, without the remark behind it. */
export interface GuideCommand {
  readonly heading: string;
  readonly text: string;
}

/** The shell commands of a part of a guide, in the order in which they are typed. */
export async function guideCommands(file: string, part: string): Promise<readonly GuideCommand[]> {
  const guide = await readFile(join(ROOT, 'docs', file), 'utf8');
  const begin = guide.indexOf(`\n## ${part}\n`);
  const end = guide.indexOf('\n## ', begin + 1);
  const commands: GuideCommand[] = [];
  let heading = part;
  let fenced = false;
  let pending = '';
  for (const line of guide.slice(begin, end).split('\n')) {
    if (line.startsWith('### ') && !fenced) heading = line.slice('### '.length);
    if (line.startsWith('```')) {
      fenced = line === '```sh';
      continue;
    }
    if (!fenced || line === '') continue;
    pending = pending === '' ? line : `${pending}\n${line}`;
    if (isWholeCommand(pending)) {
      commands.push({ heading, text: withoutRemark(pending) });
      pending = '';
    }
  }
  return commands;
}

/** Whether nothing of it is still to come: the rest of a here document or of a continued line. */
export function isWholeCommand(text: string): boolean {
  const [, word] = /<<'?(\w+)'?$/m.exec(text) ?? [];
  if (word !== undefined) return text.endsWith(`\n${word}`);
  return !text.endsWith('\\');
}

/** A command without the remark behind it. */
export function withoutRemark(text: string): string {
  return text.includes('<<') ? text : text.replace(/\s+# .*$/gm, '');
}
