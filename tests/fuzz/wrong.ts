/** What is wrong with an answer, in words that are the same for the same thing. */
export class Wrong extends Error {}

export function wrong(what: string): never {
  throw new Wrong(what);
}
