import { visibleText } from '@boreal/contract/values/visible-text.ts';
import { beginningOf } from '../kit/storable.ts';

/** The answer to `tools/call`. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
  readonly [name: string]: unknown;
}

/** The longest text of an answer: an agent's context is small. */
const TEXT_MAX = 12_000;
/** The most of one answer that a model reads, some ten thousand tokens. */
const ANSWER_MAX = 40_000;

/**
 * An answer in two forms: facts for programs, and one text for a model. Half of all clients give their model only the text, so the text
 * contains the sentence and every fact. `lines` states the facts in fewer words than JSON.
 */
export function toolResult(answer: { text: string; data: object; notice?: string; lines?: string | undefined }): ToolResult {
  const { text, notice, lines } = answer;
  const data = tidyRecord(answer.data);
  const facts = lines === undefined ? JSON.stringify(briefly(data)) : tidyText(lines);
  const told = [tidyText(text), ...(notice === undefined ? [] : [notice]), facts].join('\n');
  return {
    content: [
      { type: 'text', text: told.length > ANSWER_MAX ? `${beginningOf(told, ANSWER_MAX)}…\nThis is cut: ask for less, with limit.` : told },
    ],
    structuredContent: { ...data, ...(notice !== undefined && { notice }) },
  };
}

/** The facts that a model needs: of an account action's links, only the one that helps. */
export function briefly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(briefly);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, name === 'accountAction' ? oneLink(part) : briefly(part)]));
}

function oneLink(accountAction: unknown): unknown {
  if (typeof accountAction !== 'object' || accountAction === null) return accountAction;
  const { links: _, message: _told, ...rest } = Object.assign({ links: null, message: null }, accountAction);
  return rest;
}

/** An answer's facts without characters that are invisible to people but that a model reads: names and messages come from outside. */
export function tidy(value: unknown): unknown {
  if (typeof value === 'string') return tidyText(value);
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value === 'object' && value !== null) return tidyRecord(value);
  return value;
}

export function tidyRecord(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, tidy(part)]));
}

export function tidyText(text: string): string {
  const plain = visibleText(text);
  return plain.length > TEXT_MAX ? `${beginningOf(plain, TEXT_MAX)}…` : plain;
}
