/** The nonce with which this answer's content security policy allows styles. Vite writes the tag, the server the value. */
export function pageNonce(): string {
  const meta = document.querySelector('meta[property="csp-nonce"]');
  return meta instanceof HTMLElement ? (meta.nonce ?? '') : '';
}
