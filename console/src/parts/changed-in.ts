/** Only what differs from what was shown, field by field: what a colleague has changed elsewhere meanwhile stays. */
export function changedIn<Request extends object>(asked: Request, shown: Request): Partial<Request> {
  const changed: Partial<Request> = { ...asked };
  for (const name in shown) {
    if (JSON.stringify(asked[name]) === JSON.stringify(shown[name])) delete changed[name];
  }
  return changed;
}
