/** The pattern of `like` for texts that hold this one; its own wildcards are plain letters. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
