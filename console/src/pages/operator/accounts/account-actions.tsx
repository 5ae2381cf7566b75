import {
  creditAccount,
  debitAccount,
  limitAccountHibernation,
  reactivateAccount,
  setAnyAccountBudget,
  suspendAccount,
} from '@boreal/contract/endpoints/operator/accounts.ts';
import { writeToCustomer } from '@boreal/contract/endpoints/operator/support.ts';
import type { OperatorAccountDetail } from '@boreal/contract/operator/operator.ts';
import { useState } from 'react';
import { useRoleRefusal } from '../../../app/operator-role.ts';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { MenuItem, MenuLine } from '../../../parts/menu.tsx';
import { MoreMenu } from '../../../parts/more-menu.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { useOperatorAccountsText } from './text.ts';

/** Loaded when they are opened: most look. */
const BudgetDialog = lazyPart('account-budget', async () => (await import('./budget-dialog.tsx')).BudgetDialog, 0);
const CreditDialog = lazyPart('account-credit', async () => (await import('./credit-dialog.tsx')).CreditDialog, 0);
const HibernationDialog = lazyPart('account-hibernation', async () => (await import('./hibernation-dialog.tsx')).HibernationDialog, 0);
const SuspensionDialog = lazyPart('account-suspension', async () => (await import('./suspension-dialog.tsx')).SuspensionDialog, 0);
const WriteDialog = lazyPart('write-to-customer', async () => (await import('./write-dialog.tsx')).WriteDialog, 0);

type Asked = 'give' | 'take' | 'budget' | 'hibernation' | 'suspension' | 'write';

/** What an operator does with an account: what is done most as buttons, the rest in a menu, suspending last. */
export function AccountActions({ account }: { account: OperatorAccountDetail }) {
  const t = useOperatorAccountsText();
  const { id: accountId, profile, budget, hibernated } = account;
  const mayNotTake = useRoleRefusal(debitAccount.needs);
  const mayNotBudget = useRoleRefusal(setAnyAccountBudget.needs);
  const mayNotLimit = useRoleRefusal(limitAccountHibernation.needs);
  const mayNotSuspend = useRoleRefusal(suspendAccount.needs);
  const [asking, setAsking] = useState<Asked | null>(null);
  const close = () => setAsking(null);
  const suspended = account.suspendedAt !== null;
  return (
    <>
      <RoleButton calls={creditAccount} onClick={() => setAsking('give')}>
        {t.giveCredit}
      </RoleButton>
      <RoleButton calls={writeToCustomer} variant="default" onClick={() => setAsking('write')}>
        {t.write}
      </RoleButton>
      {suspended && (
        <RoleButton calls={reactivateAccount} variant="default" onClick={() => setAsking('suspension')}>
          {t.reactivate}
        </RoleButton>
      )}
      <MoreMenu of="section" label={t.accountActions(profile.name)}>
        <MenuItem reason={mayNotTake} onClick={() => setAsking('take')}>
          {t.takeCredit}
        </MenuItem>
        <MenuItem reason={mayNotBudget} onClick={() => setAsking('budget')}>
          {t.setBudget}
        </MenuItem>
        <MenuItem reason={mayNotLimit} onClick={() => setAsking('hibernation')}>
          {t.limitHibernation}
        </MenuItem>
        {!suspended && (
          <>
            <MenuLine />
            <MenuItem destructive reason={mayNotSuspend} onClick={() => setAsking('suspension')}>
              {t.suspend}
            </MenuItem>
          </>
        )}
      </MoreMenu>
      {(asking === 'give' || asking === 'take') && <CreditDialog accountId={accountId} direction={asking} onClose={close} />}
      {asking === 'budget' && <BudgetDialog accountId={accountId} budget={budget} onClose={close} />}
      {asking === 'hibernation' && <HibernationDialog accountId={accountId} hibernated={hibernated} onClose={close} />}
      {asking === 'suspension' && <SuspensionDialog account={account} onClose={close} />}
      {asking === 'write' && <WriteDialog accountId={accountId} onClose={close} />}
    </>
  );
}
