import type { ConsoleServerDetail, ServerTerms } from '@boreal/contract/console-servers.ts';
import type { ServerAction } from '@boreal/contract/servers.ts';
import type { Formats } from '../../../format/formats.ts';
import type { en } from '../../../i18n/en/servers.ts';

/** The facts about a server that decide what an action costs or loses. */
export interface AtStake {
  readonly everActive: boolean;
  /** Left out: it has none, or nobody knows. */
  readonly workDisk?: ConsoleServerDetail['workDisk'] | undefined;
  readonly terms: Pick<ServerTerms, 'status' | 'paidUntil' | 'next'> | null;
}

/** What an action means for a server, its data and its money: shown before it is done, sentence by sentence. */
export function whatFollows(
  action: ServerAction | 'delete',
  { everActive, terms, workDisk }: AtStake,
  { t, format }: { t: typeof en; format: Pick<Formats, 'date' | 'money'> },
): string[] {
  const paidUntil = terms?.status === 'active' ? terms.paidUntil : null;
  switch (action) {
    case 'start':
      return [t.confirmStart];
    case 'stop':
      return [t.confirmStop, paidUntil === null ? t.stopBilled : t.termRuns(format.date(paidUntil))];
    case 'reboot':
      return [t.confirmReboot];
    case 'hibernate':
      return [
        workDisk === 'scratch' ? t.confirmHibernateScratch : t.confirmHibernate,
        ...(paidUntil === null ? [t.hibernateUnbilled] : [t.termRuns(format.date(paidUntil)), t.resumeNeedsGpus]),
      ];
    case 'hibernate-restore':
      return [t.confirmWake, ...(terms === null ? [t.wakeCharge] : [])];
    case 'delete':
      return [t.removeText, ...money(), t.removeForGood];
  }

  function money(): string[] {
    if (terms === null) return [everActive ? t.hourNotRefunded : t.hourRefunded];
    if (!everActive) return terms.status === 'active' || terms.status === 'pending' ? [t.termRefunded] : [];
    return [
      ...(paidUntil === null ? [] : [t.termForfeited(format.date(paidUntil))]),
      ...(terms.next === null
        ? []
        : [
            t.nextTermRefunded({
              start: format.date(terms.next.start),
              end: format.date(terms.next.end),
              paid: format.money(terms.next.paid),
            }),
          ]),
    ];
  }
}
