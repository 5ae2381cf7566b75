import { beginningOf } from '../kit/storable.ts';

/** What `tools/call` answers. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
  readonly [name: string]: unknown;
}

/** No text of an answer is longer: an agent's room for reading is small. */
const TEXT_MAX = 12_000;

/** Characters that steer a terminal or turn a line around; line ends and tabs stay. */
// oxlint-disable-next-line no-control-regex
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** An answer's facts without what could steer whoever reads them: names and messages come from outside. */
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
  const plain = text.replace(STEERING, '');
  return plain.length > TEXT_MAX ? `${beginningOf(plain, TEXT_MAX)}…` : plain;
}
