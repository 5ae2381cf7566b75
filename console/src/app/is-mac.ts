/** Whether the keyboard has ⌘ where others have Ctrl. */
export function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
