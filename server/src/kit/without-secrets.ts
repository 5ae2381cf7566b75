import { isSecretName } from './secret-names.ts';

export const HIDDEN = '[Redacted]';

/**
 * A copy without fields whose names suggest a secret, at any depth. `shown` converts what is not plain data (an error, a date). Pino's own
 * redaction needs a path for each name and depth, and takes ten times as long as the rest of a line.
 */
export function withoutSecrets<T extends object>(fields: T, showError: (error: Error) => unknown): Record<string, unknown> {
  const copies = new Map<object, unknown>();
  return copyOf(fields);

  function copyOf(object: object): Record<string, unknown> {
    const copy: Record<string, unknown> = {};
    copies.set(object, copy);
    for (const [name, value] of Object.entries(object)) copy[name] = isSecretName(name) && isTold(value) ? HIDDEN : shown(value);
    return copy;
  }

  function shown(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Error) return showError(value);
    if ('toJSON' in value) return value;
    // An object seen before may contain this one: reusing its copy keeps the cycle.
    if (copies.has(value)) return copies.get(value);
    if (!Array.isArray(value)) return copyOf(value);
    const copy: unknown[] = [];
    copies.set(value, copy);
    for (const part of value) copy.push(shown(part));
    return copy;
  }
}

/** Whether a secret is present or absent is not itself secret. */
function isTold(value: unknown): boolean {
  return value !== null && value !== undefined && typeof value !== 'boolean';
}
