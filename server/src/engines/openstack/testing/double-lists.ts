import type { Call } from './double-http.ts';

/** The page of a list that `limit` and `marker` ask for, and the query for the next one where there is more. `most`: without a limit. */
export function pageAsked<T extends { readonly id: string }>(query: URLSearchParams, all: readonly T[], most = Infinity) {
  const from = all.findIndex(({ id }) => id === query.get('marker')) + 1;
  const page = all.slice(from, from + (Number(query.get('limit') ?? 0) || most));
  const last = page.at(-1);
  if (last === undefined || from + page.length >= all.length) return { page, next: null };
  const next = new URLSearchParams(query);
  next.set('marker', last.id);
  return { page, next };
}

/** As neutron and cinder write it. */
export function nextLink(call: Call, next: URLSearchParams) {
  return { rel: 'next', href: `http://double${call.path}?${next}` };
}
