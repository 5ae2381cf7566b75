import type { Language } from '@boreal/contract/words/language.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '../i18n/language.tsx';

/** Turns to a language, for this browser. The server's sentences are fetched again in it. */
export function useSpeak(): (language: Language) => void {
  const { choose } = useLanguage();
  const queryClient = useQueryClient();
  return (language) => {
    choose(language);
    void queryClient.invalidateQueries();
  };
}
