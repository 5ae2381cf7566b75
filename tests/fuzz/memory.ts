import { idPrefixes } from '@boreal/contract/values/ids.ts';
import type { Tenant } from './fuzz-world.ts';
import { leaves } from './json.ts';
import { nameOf } from './step.ts';

/** Of whom a thing is: of a tenant, or of the house. */
export type Owner = Tenant | 'house';

export interface Remembered {
  /** As a step writes it: by name if only the run can know it, else as it is. */
  readonly written: string | number;
  readonly owner: Owner;
}

/** What answers revealed, for use in later requests: so that things made are also read, changed and removed. */
export interface Memory {
  learn(told: { n: number; path: string; owner: Owner; json: unknown }): void;
  /** Something that has such a name from the beginning. */
  seed(name: string, value: string): void;
  /** A request that named these things went well, or found none of them. */
  used(names: readonly string[], went: 'well' | 'not found'): void;
  /** The latest things that may stand where a path has a name after this part of it, or in a field of this name. */
  find(wanted: { name: string; after?: string | undefined }): readonly Remembered[];
}

const KEPT = 40;
const ID = /^([a-z]{2,6})_[0-9a-zA-Z]{8,}$/;
/** Long, and of nothing that a reader would say: another run has another. */
const RANDOM = /^[A-Za-z0-9_.~-]{24,}$/;

export function createMemory(known: Map<string, string>): Memory {
  const pools = new Map<string, Remembered[]>();
  const keep = (pool: string, one: Remembered) => {
    const kept = pools.get(pool) ?? [];
    const before = kept.findIndex(({ written }) => written === one.written);
    // What the operator has seen first may be a tenant's.
    if (before !== -1 && kept[before]?.owner === 'house') kept[before] = one;
    if (before !== -1) return;
    kept.push(one);
    if (kept.length > KEPT) kept.shift();
    pools.set(pool, kept);
  };
  const names = new Map<string, string>();
  return {
    learn: ({ n, path, owner, json }) => {
      const place = lastWord(path);
      for (const { name, path: inside, value } of leaves(json)) {
        if (typeof value === 'string' && value.length > 2000) continue;
        const isOpaque = typeof value === 'string' && (ID.test(value) || RANDOM.test(value));
        const own = `${n}${inside}`;
        // An id keeps its first name, so that it is the same thing wherever it appears.
        const first = typeof value === 'string' ? (names.get(value) ?? own) : own;
        if (isOpaque && !names.has(value)) {
          known.set(own, value);
          names.set(value, own);
        }
        const one = { written: isOpaque ? nameOf(first) : value, owner };
        const prefix = typeof value === 'string' ? ID.exec(value)?.[1] : undefined;
        if (prefix !== undefined && isOpaque) keep(`id:${prefix}`, one);
        if (name === 'id') keep(`at:${place}`, one);
        else if (name !== 'message' && name !== 'error') keep(`name:${name}`, one);
      }
    },
    seed: (name, value) => {
      names.set(value, name);
      const prefix = ID.exec(value)?.[1];
      const owner = name.startsWith('alice') ? 'alice' : name.startsWith('bob') ? 'bob' : 'house';
      if (prefix !== undefined) keep(`id:${prefix}`, { written: nameOf(name), owner });
    },
    used: (used, went) => {
      const texts = new Set<string | number>(used.map(nameOf));
      for (const [pool, kept] of pools) {
        const [those, others] = [kept.filter(({ written }) => texts.has(written)), kept.filter(({ written }) => !texts.has(written))];
        if (those.length > 0) pools.set(pool, went === 'well' ? [...others, ...those] : [...those, ...others]);
      }
    },
    find: ({ name, after }) => {
      const prefix = prefixOf(name);
      const found = [
        ...(after === undefined ? [] : (pools.get(`at:${after}`) ?? [])),
        ...(prefix === undefined ? [] : (pools.get(`id:${prefix}`) ?? [])),
        ...(pools.get(`name:${name}`) ?? []),
      ];
      return found.length > 0 ? found : (pools.get(`name:${shortened(name)}`) ?? []);
    },
  };
}

/** `srv` of `serverId`. */
function prefixOf(name: string): string | undefined {
  const noun = name.replace(/Id$/, '');
  return new Map<string, string>(Object.entries(idPrefixes)).get(noun);
}

/** What was answered as `hourlyRateCad` is asked for as `expectedHourlyRateCad`. */
function shortened(name: string): string {
  const short = name.replace(/^expected/, '');
  return short.slice(0, 1).toLowerCase() + short.slice(1);
}

/** The last part of a path that is a word of ours: `firewall` of `/servers/srv_1/firewall/rul_1`. */
function lastWord(path: string): string {
  const words = (path.split('?')[0] ?? '').split('/').filter((part) => /^[a-z][a-z-]*$/.test(part));
  return words.at(-1) ?? '';
}
