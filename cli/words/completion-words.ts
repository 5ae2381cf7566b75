import type { Sentences } from '@boreal/contract/words/language.ts';

/** Messages about completion. */
export const completionWords = {
  summary: {
    en: 'Print what lets bash or zsh complete commands: source <(boreal-cli completion)',
    fr: 'Afficher de quoi compléter les commandes dans bash ou zsh : source <(boreal-cli completion)',
  },
} as const satisfies Sentences;
