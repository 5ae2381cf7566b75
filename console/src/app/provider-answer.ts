/** What Google or GitHub has added to the address of the page that people come back to. */
const names = ['state', 'code', 'error', 'iss'] as const;
type ProviderAnswer = { readonly [name in (typeof names)[number]]?: string } & { readonly state: string };

let taken: ProviderAnswer | null = null;

/** What this page was opened with; null: it was opened by hand, or again. */
export const providerAnswer = (): ProviderAnswer | null => taken;

/**
 * Before the router reads the address: it would read digits as a number. The answer is removed from the address, so that it stays neither
 * in the history nor on the screen.
 */
export function takeProviderAnswer(): void {
  if (!/^\/sign-in\/\w+\/?$/.test(location.pathname)) return;
  const search = new URLSearchParams(location.search);
  const state = search.get('state');
  history.replaceState(history.state, '', location.pathname);
  if (state === null) return;
  taken = { state, ...Object.fromEntries(names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []))) };
}
