import type { BaseBackup } from './backup-place.ts';

/**
 * What to say if a place also contains backups of other databases; null if it does not. A place shared by mistake would otherwise be
 * noticed only at a restore, and a database recreated by mistake would have customers by then.
 */
export function tellOthers(
  placeName: string,
  { all, own }: { all: readonly Pick<BaseBackup, 'systemIdentifier'>[]; own: string },
): string | null {
  const others = [...new Set(all.map(({ systemIdentifier }) => systemIdentifier))].filter((system) => system !== own);
  const [first] = others;
  if (first === undefined) return null;
  const whose = others.length === 1 ? `another database (${first})` : `${others.length} other databases (${others.join(', ')})`;
  const isNew = !all.some(({ systemIdentifier }) => systemIdentifier === own);
  return (
    `There are backups of ${whose} in ${placeName}, too. ` +
    (isNew
      ? 'This database has no backup there yet. If it should be that one, stop Boreal, move this database out of the way, and restore: boreal backup restore. '
      : '') +
    `Boreal leaves those backups untouched. If nobody needs them, move ${others.map((system) => `${placeName}/${system}`).join(', ')} aside; ` +
    'if another Boreal writes them, give it a place of its own.'
  );
}
