import type { Saying } from '@boreal/contract/servers/what-follows.ts';
import { whatFollowsWords } from '@boreal/contract/servers/what-follows-words.ts';
import { useFormats } from '../format/use-formats.ts';
import { textsOf } from '../i18n/language.tsx';

const useFollowsWords = textsOf(whatFollowsWords);

/** The reader's sentences and figures for what follows when something is done to servers. */
export function useFollowsSaying(): Saying {
  return { words: useFollowsWords(), format: useFormats() };
}
