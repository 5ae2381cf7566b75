import type { z } from 'zod';
import { bodyOf, Refusal, type Call, type Caller, type Handler } from './double-http.ts';
import { nextLink, pageAsked } from './double-lists.ts';
import { newId, now, second, type Project } from './double-world.ts';

/** What every resource of neutron has. */
export type Owned = { readonly id: string; readonly project_id: string; tags: string[]; readonly [key: string]: unknown };

export interface NetworkQuota {
  floatingip: number;
  port: number;
  security_group: number;
  security_group_rule: number;
}

/** What whoever runs the cloud lets others do. */
export interface NetworkPolicy {
  /** Whether ports on a network that is shared with a project get other addresses when it asks: neutron's own policy says no. */
  sharedFixedIps: 'open' | 'closed';
}

/** A list of all that the caller may see, filtered, cut and in pages as the query asks. */
export type ListOf = <T extends Owned>(
  key: string,
  all: ReadonlyMap<string, T>,
  show: (one: T, caller: Caller) => { readonly id: string },
) => Handler;

/** `before` makes what neutron makes for a project when somebody first looks. */
export function listsOf(before: (project: Project) => void): ListOf {
  return (key, all, show) => (call) => {
    const { query, caller } = call;
    before(caller.user.project);
    const seen = [...all.values()].filter((one) => isOpenTo(caller, one));
    const { page, next } = pageAsked(
      query,
      seen.map((one) => show(one, caller)).filter((one) => matches(one, query)),
    );
    const fields = query.getAll('fields');
    const cut =
      fields.length === 0 ? page : page.map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => fields.includes(name))));
    return { status: 200, body: { [key]: cut, ...(next && { [`${key}_links`]: [nextLink(call, next)] }) } };
  };
}

/** @throws Refusal, of what is not there and of what is not the caller's alike */
export function mine<T extends Owned>(all: ReadonlyMap<string, T>, caller: Caller, id: string, what: string): T {
  const found = all.get(id);
  if (!found || !isOpenTo(caller, found)) {
    const says = what === 'Security group' ? `${what} ${id} does not exist` : `${what} ${id} could not be found.`;
    throw new Refusal(404, says, `${what.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase())}NotFound`);
  }
  return found;
}

export function owned(project: Project) {
  return {
    id: newId(),
    project_id: project.id,
    tenant_id: project.id,
    tags: [],
    created_at: second(now()),
    updated_at: second(now()),
    revision_number: 1,
  };
}

/** @throws Refusal */
export function within(used: number, limit: number, resource: string): void {
  if (limit >= 0 && used >= limit) throw new Refusal(409, `Quota exceeded for resources: ['${resource}'].`, 'OverQuota');
}

export function countOf(all: ReadonlyMap<string, Owned>, project: Project): number {
  return [...all.values()].filter(({ project_id }) => project_id === project.id).length;
}

/** @throws Refusal in neutron's words */
export function parsed<T>(shape: z.ZodType<T>, call: Call): T {
  return bodyOf(shape, call, { begins: 'Invalid input: ', kind: 'HTTPBadRequest' });
}

function isOpenTo({ user }: Caller, one: Owned): boolean {
  return user.role === 'admin' || one.project_id === user.project.id || one['shared'] === true || one['router:external'] === true;
}

function matches(one: object, query: URLSearchParams): boolean {
  const known = new Map(Object.entries(one));
  for (const key of new Set(query.keys())) {
    if (['fields', 'limit', 'marker', 'sort_key', 'sort_dir', 'page_reverse'].includes(key)) continue;
    const wanted = query.getAll(key);
    const name = key === 'tenant_id' ? 'project_id' : key;
    if (name === 'tags') {
      const tags = known.get('tags');
      if (!Array.isArray(tags) || !wanted.flatMap((text) => text.split(',')).every((tag) => tags.includes(tag))) return false;
    } else if (name === 'tags-any') {
      const tags = known.get('tags');
      if (!Array.isArray(tags) || !wanted.flatMap((text) => text.split(',')).some((tag) => tags.includes(tag))) return false;
    } else if (!wanted.some((text) => text.toLowerCase() === String(known.get(name) ?? '').toLowerCase())) return false;
  }
  return true;
}
