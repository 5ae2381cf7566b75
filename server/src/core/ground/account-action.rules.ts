import { accountRemedies, agentRemedies, paymentRemedies } from '@boreal/contract/errors/account-remedies.ts';
import { MINIMUM_TOPUP_CAD } from '@boreal/contract/billing/billing.ts';
import type { AccountAction, AccountActionCode } from '@boreal/contract/errors/errors.ts';
import { frenchSpacing } from '@boreal/contract/words/french-spacing.ts';
import { siteLinks } from '@boreal/contract/words/links.ts';
import type { Locale } from '@boreal/contract/words/language.ts';
import { toCadDue, type Micros } from '@boreal/contract/values/money.ts';

const remedies = { ...agentRemedies, ...paymentRemedies };

/**
 * What a person must do in the console before a refused request (401, 402) can succeed, with every link they may need. `hourMicros` covers
 * one hour of the requested GPU, if one was requested.
 */
export function accountAction(input: {
  code: AccountActionCode;
  /** The remedy, for a code that has several. */
  remedy?: keyof typeof remedies | undefined;
  /** The id of the order or server whose page the remedy names. */
  id?: string | undefined;
  siteUrl: string;
  locale: Locale;
  hourMicros?: Micros | undefined;
}): AccountAction {
  const { code, remedy, id = '', siteUrl, locale, hourMicros } = input;
  const links = accountLinks(siteUrl);
  const { link, label, message } = remedy === undefined ? accountRemedies[code] : remedies[remedy];
  const page = siteLinks(siteUrl)[link];
  const url = typeof page === 'string' ? page : page(id);
  const aboutMoney = code === 'PAYMENT_REQUIRED' || code === 'BUDGET_CAP_REACHED';
  return {
    code,
    message: locale === 'fr' ? frenchSpacing(message.fr(url)) : message.en(url),
    action: { label: label[locale], url },
    links,
    ...(aboutMoney && hourMicros !== undefined && { minimumCad: toCadDue(hourMicros) }),
    ...(aboutMoney && { minimumTopupCad: MINIMUM_TOPUP_CAD }),
  };
}

/** Links to the pages for each task about an account, under the site's own address. */
export function accountLinks(siteUrl: string): AccountAction['links'] {
  const { signup, login, apiKeys, billing, addCredits, paymentMethod, budget, documentation } = siteLinks(siteUrl);
  return { signup, login, apiKeys, billing, addCredits, paymentMethod, budget, documentation };
}
