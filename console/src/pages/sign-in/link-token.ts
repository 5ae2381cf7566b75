import { useEffect, useState } from 'react';

/**
 * The token that a mailed link carries after its "#", which a browser sends to nobody; null if there is none. It is removed from
 * the address, so that it stays neither in the history nor on the screen.
 */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(tokenInAddress);
  useEffect(() => {
    // A link pasted into the address of this very page reloads nothing.
    const take = () => {
      const found = tokenInAddress();
      if (found === null) return;
      setToken(found);
      window.history.replaceState(window.history.state, '', `${window.location.pathname}${window.location.search}`);
    };
    take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return token;
}

function tokenInAddress(): string | null {
  const found = window.location.hash.slice(1);
  return found === '' ? null : found;
}
