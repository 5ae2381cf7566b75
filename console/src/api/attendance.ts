/** An input this long ago is still the reason for what the page asks. */
const ATTENDED_MS = 60_000;
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

let lastInputAt = 0;

/** Notes when somebody last moved, pressed or typed something on this page. */
export function watchAttendance(page: EventTarget): void {
  const note = () => {
    lastInputAt = performance.now();
  };
  note();
  for (const input of INPUTS) page.addEventListener(input, note, { capture: true, passive: true });
}

/**
 * Whether somebody is at the page. What an unattended page asks for by itself says so, and does not prolong an operator's session
 * (the server's `findSignedIn`).
 */
export function isAttended(): boolean {
  return performance.now() - lastInputAt < ATTENDED_MS;
}
