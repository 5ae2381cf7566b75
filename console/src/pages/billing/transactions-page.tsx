import { transactionsFiles } from '../../api/transactions-files.ts';
import { useAccountId } from '../../app/account.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { FileButtons } from '../../parts/list-view/file-buttons.tsx';
import { isWrongOrder } from '../../parts/list-view/list-filter.rules.ts';
import { useListFilter } from '../../parts/list-view/use-list-filter.ts';
import { useListsText } from '../../parts/list-view/use-lists-text.ts';
import { BillingFrame } from './billing-frame.tsx';
import { useBillingText } from './text.ts';
import { askedOf, readTransactionFilter } from './transaction-filter.tsx';
import { TransactionGroups } from './transaction-groups.tsx';

/** Everything that moved the credit, on the page and as files of the same. */
export function TransactionsPage() {
  const t = useBillingText();
  const lists = useListsText();
  const accountId = useAccountId();
  const { language } = useLanguage();
  const kept = useListFilter(readTransactionFilter);
  const files = transactionsFiles(accountId, { ...askedOf(kept.asked), language });
  return (
    <BillingFrame
      title={t.transactionsTitle}
      about={
        <>
          {t.transactionsAbout}
          <br />
          {lists.days}
        </>
      }
      actions={<FileButtons files={files} wrong={isWrongOrder(kept.filter)} />}
    >
      <TransactionGroups kept={kept} />
    </BillingFrame>
  );
}
