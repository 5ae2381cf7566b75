const HIDDEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** JSON that no terminal takes for a command: what is not visible is escaped, and it means the same. */
export function terminalJson(data: unknown): string {
  return JSON.stringify(data, null, 2).replaceAll(HIDDEN, (hidden) => (hidden === '\n' ? hidden : escaped(hidden)));
}

function escaped(character: string): string {
  return [...Array(character.length).keys()].map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
}
