import { Alert, Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Ban } from 'lucide-react';
import { accountQuery } from '../../../api/operator/accounts.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { CopyText } from '../../../parts/copy-text.tsx';
import { ExactMoney } from '../../../parts/exact-money.tsx';
import { Figure, Figures } from '../../../parts/figure.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { QueriedPage } from '../../../parts/queried-page.tsx';
import { useOperatorText } from '../parts/text.ts';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { Timed } from '../../../parts/time.tsx';
import { AccountActions } from './account-actions.tsx';
import { AccountLists } from './account-lists.tsx';
import { AccountProfile } from './account-profile.tsx';
import { useOperatorAccountsText } from './text.ts';

/** Loaded once the rest is there. */
const AccountEnd = lazyPart('account-end', async () => (await import('./account-end.tsx')).AccountEnd);

/** One customer's account: what it has, what it may spend, what runs for it, and the actions on it. */
export function AccountPage() {
  const t = useOperatorAccountsText();
  const words = useOperatorText();
  const format = useFormats();
  const { accountId } = useParams({ from: '/operator/accounts/$accountId' });
  const account = useQuery(accountQuery(accountId));
  const limit = (cad: number | null) => (cad === null ? words.noLimit : t.ofLimit(format.money(cad)));
  return (
    <QueriedPage query={account}>
      {(found) => {
        const { profile, budget, hibernated, suspendedAt } = found;
        return (
          <>
            <PageHeader
              title={profile.name}
              about={
                <Group gap="xs">
                  <CopyText text={found.id} name={words.account} />
                  {found.closedAt !== null && <Badge color="gray">{t.closed}</Badge>}
                </Group>
              }
              actions={<AccountActions account={found} />}
            />
            {suspendedAt !== null && (
              <Alert
                mb="md"
                color="red"
                variant="light"
                icon={<Ban aria-hidden />}
                title={<Timed iso={suspendedAt} sentence={t.suspendedSince} />}
              >
                {t.suspendedText(found.suspendedReason ?? '')}
              </Alert>
            )}
            <Figures>
              <Figure name={t.balance} value={<ExactMoney cad={found.balance} />} />
              <Figure
                name={t.burnRate}
                value={<ExactMoney cad={found.burnRatePerHour} told={t.perHour} />}
                note={found.estimatedRuntimeHours === null ? t.nothingRuns : `${t.lasts} ${format.duration(found.estimatedRuntimeHours)}`}
              />
              <Figure name={t.thisMonth} value={<ExactMoney cad={budget.spentThisMonth} />} note={limit(budget.monthlyLimit)} />
              <Figure name={t.today} value={<ExactMoney cad={budget.spentToday} />} note={limit(budget.dailyLimit)} />
              <Figure
                name={t.hibernated}
                value={t.gigabytes(format.number(hibernated.usedGb))}
                note={hibernated.limitGb === null ? words.noLimit : t.ofLimit(t.gigabytes(format.number(hibernated.limitGb)))}
              />
            </Figures>
            <AccountProfile accountId={accountId} profile={profile} createdAt={found.createdAt} />
            <AccountLists accountId={accountId} />
            <AccountEnd account={found} />
          </>
        );
      }}
    </QueriedPage>
  );
}
