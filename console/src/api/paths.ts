/** The path of a row about an account; ids that stand in it are put there as they are. */
export function underAccount(accountId: string, path: `/${string}`): string {
  return `/accounts/${encodeURIComponent(accountId)}${path}`;
}
