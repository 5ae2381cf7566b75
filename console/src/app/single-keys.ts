const KEPT = 'boreal.single-keys';

/** Whether letters alone are shortcuts. People who speak to their machine, or strike keys by mistake, turn them off (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  return localStorage.getItem(KEPT) !== 'off';
}

/** For this browser. */
export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, 'off');
}
