import type { IncomingMessage } from 'node:http';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A form as sent: `metadata[boreal_payment]` is a name like any other. */
export type Form = ReadonlyMap<string, string>;

export async function bodyOf(request: IncomingMessage): Promise<Form> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return new Map(new URLSearchParams(text));
}

/** The fields of a form under a name: `metadata[a]=1` is `{ a: '1' }` under metadata. */
export function under(form: Form, name: string): Record<string, string> {
  const inside = [...form].flatMap(([key, value]) => {
    const [, part] = new RegExp(`^${name}\\[(\\w+)\\]$`).exec(key) ?? [];
    return part === undefined ? [] : [[part, value] as const];
  });
  return Object.fromEntries(inside);
}

/** An error as Stripe words it. */
export function refusal(
  status: number,
  type: string,
  code: string | null,
  more: { readonly [name: string]: Json } = {},
): { status: number; body: Json } {
  return { status, body: { error: { type, ...(code !== null && { code }), message: `The double says: ${code ?? type}.`, ...more } } };
}
