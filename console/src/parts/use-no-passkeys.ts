import { useShellText } from '../i18n/use-shell-text.ts';

/** Why this page cannot use passkeys; null if it can. Over http, browsers only have them on the machine itself. */
export function useNoPasskeys(): string | null {
  const t = useShellText();
  return 'PublicKeyCredential' in window ? null : t.passkeysNeedHttps;
}
