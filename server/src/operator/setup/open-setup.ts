import { access, constants } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readConfig, type Config } from '../../config.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { lockDataDir } from '../../db/data-dir-lock.ts';
import { DataDirInUse, errorCode } from '../../db/postgres-errors.ts';
import { openCtx } from '../open-ctx.ts';
import { OperatorError } from '../operator-error.ts';
import { INVOCATION } from '../verb.ts';
import type { Answers } from './answers.ts';
import { BOREAL_USER } from './boreal-user.ts';
import type { Machine } from './machine.ts';
import type { Outside } from './outside.ts';
import { openSettingsFile, type SettingsFile } from './settings-file.ts';
import type { Setup } from './step.ts';

/** Set by the package's unit instead of the settings file. */
const OF_THE_UNIT = ['BOREAL_DATA_DIR'] as const;

export interface SetupParts {
  readonly settingsPath: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly answers: Answers;
  readonly machine: Machine;
  readonly outside: Outside;
  readonly publicKey: string | null;
  readonly preview: boolean;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
}

/** Only one setup per settings file at a time. `close` ends it. @throws OperatorError another one runs */
export async function openSetup(parts: SetupParts): Promise<{ setup: Setup; close: () => Promise<void> }> {
  const { machine, environment, preview, settingsPath } = parts;
  if (!preview) await requireWritable(settingsPath);
  // A preview writes nothing, not even a lock.
  const lock = preview ? null : lockSetup(settingsPath);
  const user = machine.isRoot ? await machine.user(BOREAL_USER) : null;
  const file = openSettingsFile(settingsPath, { groupId: user?.gid ?? null });
  const settings = preview ? inMemory(file) : file;
  const unit = Object.fromEntries(OF_THE_UNIT.map((name) => [name, environment[name]]));
  const config = async (): Promise<Config> => readConfig({ ...unit, ...(await settings.read()) });
  let opened: Promise<Ctx | null> | null = null;
  const open = async (): Promise<Ctx | null> => {
    // The remaining work is in the database, where Boreal's own user is enough.
    if (user !== null) await machine.become(BOREAL_USER);
    try {
      return await openCtx(await config());
    } catch (error) {
      if (preview && error instanceof OperatorError) return null;
      throw error;
    }
  };
  const setup = { ...parts, settings, config, ctx: () => (opened ??= open()), notes: [] };
  const close = async () => {
    await opened?.then((ctx) => ctx?.db.close()).catch(() => undefined);
    lock?.release();
  };
  return { setup, close };
}

/** Checked before any question. */
async function requireWritable(path: string): Promise<void> {
  for (const each of [path, dirname(path)]) {
    try {
      await access(each, constants.W_OK);
    } catch (error) {
      const code = errorCode(error);
      if (code === 'ENOENT' && each === path) continue;
      if (code === 'ENOENT')
        throw new OperatorError(`There is no folder ${each}. Name the file of settings with --settings.`, { cause: error });
      throw new OperatorError(`Only root may set this machine up: ${each} cannot be written. Try: sudo ${INVOCATION} setup`, {
        cause: error,
      });
    }
  }
}

/** Beside the settings, where nobody else may write: in a shared folder, someone could place a link in its way. */
function lockSetup(settingsPath: string) {
  const path = join(dirname(settingsPath), 'setup');
  try {
    return lockDataDir(path);
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    throw new OperatorError('Another setup runs here already. Let it end, or stop it with Ctrl-C where it runs.', { cause: error });
  }
}

/** The file as it would become. */
function inMemory(file: SettingsFile): SettingsFile {
  const written: Record<string, string> = {};
  return {
    ...file,
    read: async () => ({ ...(await file.read()), ...written }),
    write: async ({ name, value }) => {
      written[name] = value;
    },
  };
}
