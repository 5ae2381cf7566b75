import { useQuery } from '@tanstack/react-query';
import { closingQuery } from '../../../api/closing.ts';
import { useCurrentAccount } from '../../../app/account.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { AfterClosing } from './after-closing.tsx';
import { BeforeClosing } from './before-closing.tsx';
import { useClosingText } from './text.ts';

/** For owners: what closing the account ends and leaves, and closing it. */
export function CloseAccountPage() {
  const { account } = useCurrentAccount();
  return account.closedAt === null ? <Open accountId={account.id} /> : <AfterClosing />;
}

function Open({ accountId }: { accountId: string }) {
  const t = useClosingText();
  const closing = useQuery(closingQuery(accountId));
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <Queried query={closing}>{(found) => <BeforeClosing closing={found} />}</Queried>
    </>
  );
}
