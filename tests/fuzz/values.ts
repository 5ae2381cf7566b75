import type { Schema } from '../testing/api-document.ts';
import { bodyTrials } from '../testing/trials.ts';
import { numbers, shapes, texts } from './attacks.ts';
import { canary } from './fuzz-world.ts';
import { isJson, type Json } from './json.ts';
import type { Memory, Owner } from './memory.ts';
import { PASSWORD } from './people.ts';
import type { Random } from './random.ts';
import { nameOf } from './step.ts';

export interface Values {
  readonly random: Random;
  readonly memory: Memory;
  /** For whom a request is made up. */
  readonly owner: Owner;
  /** The number of the step: makes names that nothing else has. */
  readonly n: number;
}

/** A known thing, mostly of the caller's. */
export function remembered(
  wanted: { name: string; after?: string | undefined },
  { memory, random, owner }: Values,
): string | number | null {
  const all = memory.find(wanted);
  const own = owner === 'house' ? all : all.filter((one) => one.owner === owner);
  const from = random.chance(0.93) && own.length > 0 ? own : all;
  // What was made or used a moment ago, for it is there and in use; what was not found last of all.
  const latest = from.slice(-5);
  return (random.chance(0.75) ? random.pickAny(latest) : random.pickAny(from))?.written ?? null;
}

/** A body or a query as its schema wants it: what must be there, and some of what may. */
export function soundObject(schema: Schema, values: Values): Record<string, Json> {
  const { properties = {}, required = [] } = schema;
  const share = values.random.fraction();
  const wanted = Object.entries(properties).filter(([name]) => required.includes(name) || values.random.chance(share));
  return Object.fromEntries(wanted.map(([name, field]) => [name, soundValue(name, field, values)]));
}

function soundValue(name: string, schema: Schema, values: Values, depth = 0): Json {
  const { random } = values;
  const sample = samples(name, values);
  if (sample !== null && random.chance(0.9)) return sample;
  if (schema['default'] !== undefined && isJson(schema['default']) && random.chance(0.2)) return schema['default'];
  const told = /Id$|^token$|Token$|^expected|^confirm|^cursor$|^slug$|^email$|^name$/.test(name)
    ? remembered({ name, after: name === 'ruleId' ? 'firewall' : undefined }, values)
    : null;
  if (told !== null && random.chance(0.85) && (typeof told === 'string' ? acceptsText(schema) : true)) return told;
  return bySchema(name, schema, values, depth);
}

function acceptsText(schema: Schema): boolean {
  return schema.type === undefined || schema.type === 'string';
}

function bySchema(name: string, schema: Schema, values: Values, depth: number): Json {
  const { random } = values;
  const choices = [schema['anyOf'], schema['oneOf']].flatMap((list) => (Array.isArray(list) ? list.filter(isSchema) : []));
  const chosen = random.pickAny(choices);
  if (chosen && depth < 6) return soundValue(name, chosen, values, depth + 1);
  if (isJson(schema['const']) && schema['const'] !== undefined) return schema['const'];
  const listed = random.pickAny((schema.enum ?? []).filter(isJson));
  if (listed !== undefined) return listed;
  switch (schema.type) {
    case 'object':
      return depth < 6 ? soundObject(schema, values) : {};
    case 'array': {
      const { items } = schema;
      if (!isSchema(items)) return [];
      return Array.from({ length: random.below(3) + Number(schema['minItems'] ?? 0) }, () => soundValue(name, items, values, depth + 1));
    }
    case 'integer':
    case 'number':
      return soundNumber(schema, random);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return soundText(name, schema, values);
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function soundNumber({ type, minimum = 0, maximum = minimum + 1000 }: Schema, random: Random): number {
  const low = Math.max(minimum, -1e6);
  const high = Math.min(maximum, low + (random.chance(0.5) ? 50 : 5000));
  const cents = Math.round((low + random.fraction() * (high - low)) * 100) / 100;
  if (random.chance(0.1)) return type === 'integer' ? Math.ceil(low) : low;
  return type === 'integer' ? Math.min(Math.floor(high), Math.ceil(cents)) : cents;
}

function soundText(name: string, schema: Schema, { random, owner, n }: Values): string {
  const { format, minLength = 1, maxLength = 200 } = schema;
  if (format === 'email') return `somebody-${n}@fuzz.example`;
  if (format === 'date-time') return new Date(Date.UTC(2026, 11, 1) + random.below(200) * 43_200_000).toISOString();
  if (format === 'date') return new Date(Date.UTC(2026, 11, 1) + random.below(100) * 86_400_000).toISOString().slice(0, 10);
  if (format === 'uri') return 'https://boreal.example/x';
  const mark = owner === 'house' ? 'house' : canary(owner);
  return `${mark}-${name}-${n}`.padEnd(minLength, 'x').slice(0, Math.max(minLength, Math.min(maxLength, 60)));
}

/** What a field of this name holds, where its schema does not say it. */
function samples(name: string, values: Values): Json {
  const { random, n } = values;
  switch (name) {
    case 'productId':
    case 'planId':
      return random.pick(['l4-x1', 'l4-x1', 'l4-x2', 'h100-sxm-x1', 'h100-sxm-x1', 'h100-sxm-x1-spot', 'l40s-x1', 'b200-sxm-x8']);
    case 'gpuModel':
    case 'model':
      return random.pick(['l4', 'h100-sxm', 'l40s']);
    case 'region':
      return 'canada-montreal';
    case 'publicKey':
      return nameOf(`publicKey.${random.below(30)}`);
    case 'password':
    case 'currentPassword':
    case 'newPassword':
      return random.chance(0.8) ? PASSWORD : `${PASSWORD} ${n}`;
    case 'email':
    case 'newEmail':
      return random.pick([
        nameOf('alice.developer.email'),
        nameOf('outsider.email'),
        nameOf('bob.owner.email'),
        `somebody-${n}@fuzz.example`,
      ]);
    case 'remoteIpPrefix':
      return random.pick(['0.0.0.0/0', '203.0.113.0/24', '::/0', '198.51.100.7/32', '10.0.0.0/8']);
    case 'portRangeMin':
      return random.pick([1, 22, 80, 443, 8000]);
    case 'portRangeMax':
      return random.pick([22, 443, 8080, 65_535]);
    case 'effectiveFrom':
    case 'from':
    case 'to':
    case 'until':
      return random.chance(0.5) ? '2026-12-05' : `2026-12-${String(10 + random.below(20))}`;
    case 'code':
      return String(100_000 + random.below(900_000));
    case 'province':
      return random.pick(['QC', 'ON', 'AB', 'BC']);
    case 'postalCode':
      return random.pick(['H3B 1A5', 'M5H 2N2', 'T2G 2M3', 'V6B 1A1']);
    case 'country':
      return 'CA';
    default:
      return null;
  }
}

/** Changes something of an object that was sound, as far as one can know. */
export function spoilt(good: Readonly<Record<string, Json>>, schema: Schema, values: Values): Record<string, Json> {
  const { random, n } = values;
  const names = Object.keys(schema.properties ?? {});
  const name = random.pickAny(names);
  const changed = { ...good };
  for (let times = random.below(2); times >= 0; times -= 1) {
    switch (name === undefined ? 1 : random.below(6)) {
      case 0:
        if (name !== undefined) delete changed[name];
        break;
      case 1:
        changed[random.pick(['admin', 'constructor', 'accountId', 'role', `x${n}`, '', 'price', 'a\u0000'])] = oddValue(random);
        break;
      case 2:
      case 3:
        if (name !== undefined) changed[name] = atABound(schema.properties?.[name] ?? {}, random);
        break;
      default:
        if (name !== undefined) changed[name] = oddValue(random);
    }
  }
  return changed;
}

export function oddValue(random: Random): Json {
  const of = random.fraction();
  if (of < 0.5) return random.pick(texts);
  return of < 0.8 ? random.pick(numbers) : random.pick(shapes);
}

function atABound(schema: Schema, random: Random): Json {
  const value = random.pickAny(bodyTrials(schema))?.value;
  return isJson(value) ? value : null;
}
