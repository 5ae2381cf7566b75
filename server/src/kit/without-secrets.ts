import { isSecretName } from './secret-names.ts';

export const HIDDEN = '[Redacted]';

/**
 * A copy without what is called like a secret, at any depth. What is no plain data (an error, a date) is `shown` as it says itself.
 * Pino's own redaction takes a path for each name and depth, and with them ten times as long as the rest of a line.
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
    // One that was seen before may hold this one: its copy closes the circle, too.
    if (copies.has(value)) return copies.get(value);
    if (!Array.isArray(value)) return copyOf(value);
    const copy: unknown[] = [];
    copies.set(value, copy);
    for (const part of value) copy.push(shown(part));
    return copy;
  }
}

/** That there is none, or whether there is one, is no secret. */
function isTold(value: unknown): boolean {
  return value !== null && value !== undefined && typeof value !== 'boolean';
}
