import type { ServerStake } from '@boreal/contract/console-servers.ts';
import type { Formats } from '../format/formats.ts';
import { en } from '../i18n/en/at-stake.ts';
import { fr } from '../i18n/fr/at-stake.ts';
import { textsOf } from '../i18n/language.tsx';

export const useAtStakeText = textsOf({ en, fr });

/** What a server's owner gets back when it is deleted, and what not; the same of `count` servers. */
export function whatIsRefunded(
  { hour, terms, everActive }: Pick<ServerStake, 'hour' | 'terms' | 'everActive'>,
  { t, format, count }: { t: typeof en; format: Pick<Formats, 'date' | 'money'>; count: number },
): string[] {
  if (terms === null) return ofHour();
  switch (terms.status) {
    case 'pending':
      return [t.termCharging];
    case 'active':
      return everActive ? ofTerms(terms) : [t.termRefunded(count)];
    case 'ended':
    case 'failed':
      return [];
  }

  function ofHour(): string[] {
    switch (hour) {
      case 'kept':
        return [t.hourKept(count)];
      case 'refunded':
        return [everActive ? t.hourNotUpYet(count) : t.hourNeverUp(count)];
      case 'rest_refunded':
        return [t.hourMoving(count)];
      case 'over':
      case null:
        return [];
    }
  }

  function ofTerms({ paidUntil, next }: NonNullable<ServerStake['terms']>): string[] {
    return [
      ...(paidUntil === null ? [] : [t.termForfeited(format.date(paidUntil), count)]),
      ...(next === null
        ? []
        : [t.nextTermRefunded({ start: format.date(next.start), end: format.date(next.end), paid: format.money(next.paid), count })]),
    ];
  }
}
