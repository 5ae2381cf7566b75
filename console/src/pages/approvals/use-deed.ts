import { useApprovalsText } from './text.ts';

/** What a tool does, in words; a tool unknown to this console, by its own name. */
export function useDeed(): (tool: string) => string {
  const t = useApprovalsText();
  return (tool) => new Map(Object.entries(t.tools)).get(tool) ?? tool;
}
