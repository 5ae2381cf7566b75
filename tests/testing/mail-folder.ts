import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from './boreal-process.ts';

const MAILED_WITHIN_MS = 30_000;

/** The link in the latest mail of a kind to an address, as its reader would follow it: path and what stands after the "#". */
export async function mailedLink(dataDir: string, mail: { kind: string; to: string }): Promise<string> {
  const folder = join(dataDir, 'mail');
  const isIt = (name: string) => name.endsWith(`-${mail.kind}-${mail.to}.txt`);
  const files = await until(
    `a mail "${mail.kind}" to ${mail.to}`,
    MAILED_WITHIN_MS,
    () => readdir(folder).catch(() => []),
    (names) => names.some(isIt),
  );
  const text = await readFile(join(folder, files.filter(isIt).sort().at(-1) ?? ''), 'utf8');
  const link = /^http\S+#\S+$/m.exec(text)?.[0];
  if (link === undefined) throw new Error(`there is no link in: ${text}`);
  return link;
}
