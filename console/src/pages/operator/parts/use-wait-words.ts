import { useOperatorText } from './text.ts';

/** What a server waits for, in words; a reason unknown to this console, as written. */
export function useWaitWords(): (reason: string | null) => string {
  const words = useOperatorText();
  const known: ReadonlyMap<string, string> = new Map(Object.entries(words.waits));
  return (reason) => (reason === null ? '–' : (known.get(reason) ?? reason));
}
