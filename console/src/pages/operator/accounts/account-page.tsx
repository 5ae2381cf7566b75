import {
  creditAccount,
  debitAccount,
  limitAccountHibernation,
  reactivateAccount,
  setAnyAccountBudget,
  suspendAccount,
} from '@boreal/contract/endpoints/operator/accounts.ts';
import { writeToCustomer } from '@boreal/contract/endpoints/operator/support.ts';
import { Alert, Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { accountQuery } from '../../../api/operator/accounts.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { CopyText } from '../../../parts/copy-text.tsx';
import { ExactMoney } from '../../../parts/exact-money.tsx';
import { Figure, Figures } from '../../../parts/figure.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { QueriedPage } from '../../../parts/queried-page.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { useOperatorText } from '../parts/text.ts';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { Timed } from '../../../parts/time.tsx';
import { AccountLists } from './account-lists.tsx';
import { AccountProfile } from './account-profile.tsx';
import { useOperatorAccountsText } from './text.ts';

/** Loaded when they are opened: most look. */
const BudgetDialog = lazyPart('account-budget', async () => (await import('./budget-dialog.tsx')).BudgetDialog, 0);
const CreditDialog = lazyPart('account-credit', async () => (await import('./credit-dialog.tsx')).CreditDialog, 0);
const HibernationDialog = lazyPart('account-hibernation', async () => (await import('./hibernation-dialog.tsx')).HibernationDialog, 0);
const SuspensionDialog = lazyPart('account-suspension', async () => (await import('./suspension-dialog.tsx')).SuspensionDialog, 0);
const WriteDialog = lazyPart('write-to-customer', async () => (await import('./write-dialog.tsx')).WriteDialog, 0);
const AccountEnd = lazyPart('account-end', async () => (await import('./account-end.tsx')).AccountEnd);

type Dialog = 'give' | 'take' | 'budget' | 'hibernation' | 'suspension' | 'write' | null;

/** One customer's account: what it has, what it may spend, what runs for it, and the actions on it. */
export function AccountPage() {
  const t = useOperatorAccountsText();
  const words = useOperatorText();
  const format = useFormats();
  const { accountId } = useParams({ from: '/operator/accounts/$accountId' });
  const account = useQuery(accountQuery(accountId));
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  const limit = (cad: number | null) => (cad === null ? words.noLimit : t.ofLimit(format.money(cad)));
  return (
    <QueriedPage query={account}>
      {(found) => {
        const { profile, budget, hibernated, suspendedAt } = found;
        const suspended = suspendedAt !== null;
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
              actions={
                <>
                  <RoleButton calls={creditAccount} onClick={() => setDialog('give')}>
                    {t.giveCredit}
                  </RoleButton>
                  <RoleButton calls={debitAccount} variant="default" onClick={() => setDialog('take')}>
                    {t.takeCredit}
                  </RoleButton>
                  <RoleButton calls={setAnyAccountBudget} variant="default" onClick={() => setDialog('budget')}>
                    {t.setBudget}
                  </RoleButton>
                  <RoleButton calls={limitAccountHibernation} variant="default" onClick={() => setDialog('hibernation')}>
                    {t.limitHibernation}
                  </RoleButton>
                  <RoleButton calls={writeToCustomer} variant="default" onClick={() => setDialog('write')}>
                    {t.write}
                  </RoleButton>
                  <RoleButton
                    calls={suspended ? reactivateAccount : suspendAccount}
                    variant={suspended ? 'default' : 'outline'}
                    color={suspended ? undefined : 'red'}
                    onClick={() => setDialog('suspension')}
                  >
                    {suspended ? t.reactivate : t.suspend}
                  </RoleButton>
                </>
              }
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
            {(dialog === 'give' || dialog === 'take') && <CreditDialog accountId={accountId} direction={dialog} onClose={close} />}
            {dialog === 'budget' && <BudgetDialog accountId={accountId} budget={budget} onClose={close} />}
            {dialog === 'hibernation' && <HibernationDialog accountId={accountId} hibernated={hibernated} onClose={close} />}
            {dialog === 'suspension' && <SuspensionDialog account={found} onClose={close} />}
            {dialog === 'write' && <WriteDialog accountId={accountId} onClose={close} />}
          </>
        );
      }}
    </QueriedPage>
  );
}
