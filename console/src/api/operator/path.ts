/** The path of an operator's row: words as they are, and between them an id. */
export function operatorPath(noun: `/${string}`, id?: string, rest: `/${string}` | '' = ''): string {
  return `/operator${noun}${id === undefined ? '' : `/${encodeURIComponent(id)}`}${rest}`;
}
