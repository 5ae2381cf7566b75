import { getSession } from '@boreal/contract/api/session-endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callAuth } from '../api/call-auth.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useMe } from './account.tsx';

const PROLONG_EVERY_MS = 10 * 60_000;

/** Keeps the session alive, and uses the person's language unless this browser has another. */
export function useSession(): void {
  const { language } = useMe();
  const { suggest } = useLanguage();
  useEffect(() => suggest(language), [language, suggest]);
  useQuery({ queryKey: ['session'], queryFn: () => callAuth(getSession), refetchInterval: PROLONG_EVERY_MS, staleTime: PROLONG_EVERY_MS });
}
