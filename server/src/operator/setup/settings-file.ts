import { chmod, chown, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../db/postgres-errors.ts';
import { OperatorError } from '../operator-error.ts';
import { INVOCATION } from '../verb.ts';
import { readSettings, withSetting } from './settings-text.rules.ts';

/** The file from which Boreal's service reads its settings. */
export interface SettingsFile {
  readonly path: string;
  /** All its current settings; empty if there is no file. */
  read(): Promise<Readonly<Record<string, string>>>;
  /** Writes one setting and keeps every other line. If the process is killed meanwhile, the file stays unchanged. @throws OperatorError */
  write(setting: { name: string; value: string }): Promise<void>;
  /** When it was last changed; null if there is no file. */
  changedAt(): Promise<Date | null>;
}

/** It contains secrets: only root and Boreal may read it. */
const MODE = 0o640;
const OF_OTHERS = 0o007;

/** `groupId`: the group of a new file. */
export function openSettingsFile(path: string, { groupId }: { groupId: number | null }): SettingsFile {
  const text = async () => {
    try {
      return await readFile(path, 'utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return '';
      throw new OperatorError(`${path} cannot be read: ${whyNot(errorCode(error), dirname(path))}`, { cause: error });
    }
  };
  return {
    path,
    read: async () => readSettings(await text()),
    async write({ name, value }) {
      const changed = withSetting(await text(), { name, value });
      if (changed === null) {
        throw new OperatorError(
          `The value for ${name} cannot be written to ${path}: it has quotation marks of both kinds, or a line break.`,
        );
      }
      await replaceFile(path, changed, groupId);
    },
    changedAt: async () => (await stat(path).catch(() => null))?.mtime ?? null,
  };
}

/** Replaces the file atomically with a new one, keeping its owner and its mode, except for others' access. */
async function replaceFile(path: string, text: string, groupId: number | null): Promise<void> {
  const at = await realpath(path).catch(() => path);
  const before = await stat(at).catch(() => null);
  const next = `${at}.setup-${process.pid}`;
  try {
    const file = await open(next, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    const group = before?.gid ?? groupId;
    if (process.getuid?.() === 0 && group !== null) await chown(next, before?.uid ?? 0, group);
    await chmod(next, (before?.mode ?? MODE) & 0o777 & ~OF_OTHERS);
    await rename(next, at);
  } catch (error) {
    await rm(next, { force: true });
    throw new OperatorError(`${path} could not be written, and is as it was: ${whyNot(errorCode(error), dirname(at))}`, { cause: error });
  }
}

function whyNot(code: string, folder: string): string {
  if (code === 'ENOSPC') return `the disk is full. Make room in ${folder}.`;
  if (code === 'EACCES' || code === 'EPERM') return `only root may. Try: sudo ${INVOCATION} setup`;
  if (code === 'EROFS') return `${folder} can only be read.`;
  if (code === 'ENOENT') return `there is no folder ${folder}.`;
  return code;
}
