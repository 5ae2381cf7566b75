import type { Language } from '@boreal/contract/words/language.ts';
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { typeset } from './typeset.ts';

const KEPT = 'boreal.language';

interface Chosen {
  readonly language: Language;
  /** Sets it for this browser. */
  readonly choose: (language: Language) => void;
  /** From the person's profile; applies until they choose another here. */
  readonly suggest: (language: Language | null) => void;
}

const LanguageContext = createContext<Chosen | null>(null);

/** The console's language: chosen in this browser, else the person's own, else the browser's. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [kept, setKept] = useState<Language | null>(keptLanguage);
  const [suggested, setSuggested] = useState<Language | null>(null);
  const language = kept ?? suggested ?? browserLanguage();
  useEffect(() => tellDocument(language), [language]);
  const value = useMemo<Chosen>(
    () => ({
      language,
      choose: (chosen) => {
        localStorage.setItem(KEPT, chosen);
        tellDocument(chosen);
        setKept(chosen);
      },
      suggest: setSuggested,
    }),
    [language],
  );
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

/** Where the API's client reads it, so that the server answers in the same language. Called once before any request. */
export function tellDocument(language: Language = keptLanguage() ?? browserLanguage()): void {
  document.documentElement.lang = language;
}

export function useLanguage(): Chosen {
  const chosen = use(LanguageContext);
  if (chosen === null) throw new Error('useLanguage needs a LanguageProvider above it');
  return chosen;
}

/** Reads an area's sentences: `const useServersText = textsOf({ en, fr })`, and in a page `const t = useServersText()`. */
export function textsOf<T extends object>(texts: Readonly<Record<Language, T>>): () => T {
  const set = { en: typeset('en', texts.en), fr: typeset('fr', texts.fr) };
  return function useText() {
    return set[useLanguage().language];
  };
}

/** This browser's latest choice: by a link from a page of the site in one language, or here. */
function keptLanguage(): Language | null {
  const told = asLanguage(new URLSearchParams(window.location.search).get('lang'));
  if (told !== null && arrivedWith !== told) {
    arrivedWith = told;
    localStorage.setItem(KEPT, told);
  }
  return asLanguage(localStorage.getItem(KEPT));
}

/** The address counts once: a language chosen afterwards is kept. */
let arrivedWith: Language | null = null;

function browserLanguage(): Language {
  return navigator.languages.map((tag) => asLanguage(tag.slice(0, 2).toLowerCase())).find((language) => language !== null) ?? 'en';
}

function asLanguage(text: string | null): Language | null {
  return text === 'en' || text === 'fr' ? text : null;
}
