/** What a system error means to the operator, as a sentence with what to do; null if the folder is not the cause. */
export function whyRefused(folder: string, code: string): string | null {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `Boreal's user may not use ${folder} (${code}). Give it to that user: chown -R boreal: ${folder}`;
    case 'EROFS':
      return `Nothing can be written to ${folder} (${code}): its disk is mounted to be read only, or boreal.service may not write there.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `${folder} is full (${code}). Make room there, or keep copies for fewer days (BOREAL_BACKUP_DAYS).`;
    case 'EIO':
    case 'ESTALE':
    case 'ENOTCONN':
      return `The disk at ${folder} does not answer (${code}). See whether it is mounted: findmnt ${folder}`;
    default:
      return null;
  }
}
