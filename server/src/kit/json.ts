import { z } from 'zod';

export type Json = z.infer<ReturnType<typeof z.json>>;
export interface JsonObject {
  [key: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy of a value that is already JSON, typed as such. */
export function toJson(value: unknown): Json {
  return z.json().parse(JSON.parse(JSON.stringify(value)));
}

/** The object at a path of keys; an empty object if there is none. */
export function objectAt(value: Json | undefined, ...keys: string[]): JsonObject {
  const [key, ...rest] = keys;
  if (!isObject(value)) return {};
  return key === undefined ? value : objectAt(value[key], ...rest);
}
