import type { AtStake } from './at-stake.ts';
import { frenchSpacing } from '../words/french-spacing.ts';
import type { Language } from '../words/language.ts';
import { phrases } from '../words/phrases.ts';
import { whatFollows, type Deed } from './what-follows.ts';
import { whatFollowsWords } from './what-follows-words.ts';

/** What an action means for a server, in sentences for readers without the console: agents, and people at a terminal. */
export function whatFollowsIn(language: Language, deed: Deed, stake: AtStake): string[] {
  const { date, cadNumber: money } = phrases[language];
  const told = whatFollows(deed, stake, { words: whatFollowsWords[language], format: { date, money, rate: money } });
  return language === 'fr' ? told.map(frenchSpacing) : told;
}
