import type { ErrorDetails } from '../errors/details.ts';
import type { ErrorCode } from '../errors/errors.ts';
import { frenchSpacing } from '../words/french-spacing.ts';
import type { Locale } from '../words/language.ts';
import { accessWords } from './access.words.ts';
import { accountWords } from './account.words.ts';
import { agentWords } from './agent.words.ts';
import { requestWords } from './request.words.ts';
import { serverWords } from './server.words.ts';
import { shopWords } from './shop.words.ts';
import type { ErrorWords } from './told-error.ts';

const words: ErrorWords = { ...accessWords, ...accountWords, ...agentWords, ...requestWords, ...serverWords, ...shopWords };

/** The message for this error in this language. */
export function errorMessage<C extends ErrorCode>(locale: Locale, code: C, details: ErrorDetails[C]): string {
  const sentence = words[code](details);
  return locale === 'fr' ? frenchSpacing(sentence.fr) : sentence.en;
}
