/** A value as it is sent. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isJson(value: unknown): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return true;
  return Array.isArray(value) ? value.every(isJson) : isRecord(value) && Object.values(value).every(isJson);
}

/** JSON, or undefined for what is none. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** The value at the end of a path of names; undefined if there is none. */
export function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
}

/** Every text and number in a value, with the name of its field. */
export function leaves(value: unknown, name = ''): { name: string; path: string; value: string | number }[] {
  const found: { name: string; path: string; value: string | number }[] = [];
  const walk = (inner: unknown, field: string, path: string, depth: number) => {
    if (depth > 8 || found.length > 400) return;
    if (typeof inner === 'string' || typeof inner === 'number') found.push({ name: field, path, value: inner });
    else if (Array.isArray(inner)) inner.slice(0, 30).forEach((part, n) => walk(part, field, `${path}.${n}`, depth + 1));
    else if (isRecord(inner)) for (const [key, part] of Object.entries(inner)) walk(part, key, `${path}.${key}`, depth + 1);
  };
  walk(value, name, '', 0);
  return found;
}
