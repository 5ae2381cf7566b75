import { randomBytes } from 'node:crypto';
import { chown, mkdir, stat } from 'node:fs/promises';
import { OperatorError } from '../../operator-error.ts';
import { settingChanges, type Wanted } from '../setting-changes.ts';
import type { Change, Setup, Step } from '../step.ts';
import { BOREAL_USER } from '../boreal-user.ts';

/** Next to the data: on the same disk, backups help only against mistakes, and `doctor` says against what they do not. */
const BACKUPS = '/var/backups/boreal';
const KEY_BYTES = 32;

/** Production, its secret, and its database: Boreal's own with backups, or the operator's. */
export const basicsStep: Step = {
  name: 'basics',
  async plan(setup) {
    const now = await setup.settings.read();
    const demo = now['BOREAL_MODE'];
    if (demo === 'demo') throw new OperatorError(demoStays(setup.settings.path));
    const wanted: Wanted[] = [{ name: 'BOREAL_MODE', value: 'production' }];
    if (!now['BOREAL_SECRET']) wanted.push({ name: 'BOREAL_SECRET', value: newKey(), secret: true });
    const database = await databaseOf(setup, now);
    const settings = await settingChanges(setup, [...wanted, ...database.wanted]);
    return {
      stands: `production, with ${database.stands}`,
      changes: [...(database.folder === null ? [] : await folderChange(setup, database.folder)), ...settings],
    };
  },
};

function demoStays(path: string): string {
  return `${path} says BOREAL_MODE=demo. A demo's database cannot become production's: take the line out, and name another database, or move BOREAL_DATA_DIR away.`;
}

type Now = Readonly<Record<string, string>>;

async function databaseOf(setup: Setup, now: Now): Promise<{ stands: string; wanted: Wanted[]; folder: string | null }> {
  const { answers, outside } = setup;
  const given = await answers.given('database-url');
  const before = now['DATABASE_URL'];
  const bucket = now['BOREAL_BACKUP_BUCKET'] ?? null;
  const backedUp = bucket ?? now['BOREAL_BACKUP_DIR'];
  const choice = (await answers.given('database')) ?? (given !== null || before ? 'yours' : backedUp ? 'own' : null);
  if ((choice ?? (await answers.get('database', { byDefault: 'own' }))) === 'yours') {
    const url =
      given === null && before
        ? before
        : await answers.get('database-url', { check: (text) => (text === before ? Promise.resolve(null) : outside.database(text)) });
    return { stands: 'a Postgres of yours', wanted: [{ name: 'DATABASE_URL', value: url, secret: true }], folder: null };
  }
  if (before)
    throw new OperatorError(`${setup.settings.path} has a DATABASE_URL. Take it out first, if Boreal is to run its own Postgres.`);
  // A bucket is set up by hand: setup should not ask for its credentials.
  const folder =
    bucket === null
      ? ((await answers.given('backup-folder')) ?? now['BOREAL_BACKUP_DIR'] ?? (await answers.get('backup-folder', { byDefault: BACKUPS })))
      : null;
  const wanted: Wanted[] = folder === null ? [] : [{ name: 'BOREAL_BACKUP_DIR', value: folder }];
  if (!now['BOREAL_BACKUP_KEY']) {
    wanted.push({ name: 'BOREAL_BACKUP_KEY', value: newKey(), secret: true });
    setup.notes.push(
      `Backups are encrypted. Keep a copy of BOREAL_BACKUP_KEY, and of BOREAL_SECRET, elsewhere: both are in ${setup.settings.path}.`,
    );
  }
  return { stands: `a Postgres of its own, backed up to ${folder ?? bucket}`, wanted, folder };
}

function newKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

/** Only Boreal may read its backups. */
const OWN = 0o700;

async function folderChange({ machine }: Setup, folder: string): Promise<Change[]> {
  const there = await stat(folder).catch(() => null);
  const user = machine.isRoot ? await machine.user(BOREAL_USER) : null;
  if (there !== null && !there.isDirectory()) throw new OperatorError(`${folder} is no folder, and backups need one.`);
  if (there !== null && (user === null || there.uid === user.uid)) return [];
  const made = async () => {
    await mkdir(folder, { recursive: true, mode: OWN });
    if (user !== null) await chown(folder, user.uid, user.gid);
  };
  // An existing folder may contain someone else's files.
  if (there !== null) throw new OperatorError(`Boreal may not write to ${folder}. First: chown ${BOREAL_USER}: ${folder}`);
  return [{ verb: 'make', what: `the folder ${folder}`, run: made }];
}
