const kept = (accountId: string) => `boreal.ssh-key.${accountId}`;

/** The key that was chosen last for an account in this browser: most likely, who sits here has its private half. */
export function keptKey(accountId: string): string | null {
  return localStorage.getItem(kept(accountId));
}

export function keepKey(accountId: string, sshKeyId: string): void {
  localStorage.setItem(kept(accountId), sshKeyId);
}
