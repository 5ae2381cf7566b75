import { askForProof } from '@boreal/contract/endpoints/operator/ledger.ts';
import type { LedgerVerification } from '@boreal/contract/operator/operator.ts';
import { Alert, Badge, Group, Loader, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { ledgerQuery } from '../../../api/operator/oversight.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { Timed } from '../../../parts/time.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { useOperatorLedgerText } from './text.ts';

/** The newest proof of the ledger, and a button for another: a worker makes it, which may take longer than anybody waits. */
export function LedgerPage() {
  const t = useOperatorLedgerText();
  const queryClient = useQueryClient();
  const ledger = useQuery(ledgerQuery);
  const ask = useMutation({
    mutationFn: () => call(askForProof),
    onSuccess: (asked) => queryClient.setQueryData(ledgerQuery.queryKey, asked),
  });
  const isUnderWay = ask.isPending || ledger.data?.underWaySince != null;
  return (
    <>
      <PageHeader
        title={t.ledger}
        about={t.ledgerAbout}
        actions={
          <RoleButton calls={askForProof} loading={isUnderWay} onClick={() => ask.mutate()}>
            {t.verify}
          </RoleButton>
        }
      />
      {ask.error !== null && <ErrorNotice error={ask.error} />}
      {isUnderWay && (
        <Group role="status" mb="md" gap="sm" wrap="nowrap">
          <Loader size="sm" aria-hidden />
          {t.verifying}
        </Group>
      )}
      <Queried query={ledger}>
        {({ proof }) => (proof === null ? !isUnderWay && <EmptyState title={t.neverTitle} text={t.neverText} /> : <Proof proof={proof} />)}
      </Queried>
    </>
  );
}

function Proof({ proof: { ok, provenAt, checks } }: { proof: NonNullable<LedgerVerification['proof']> }) {
  const t = useOperatorLedgerText();
  const format = useFormats();
  return (
    <>
      <Alert
        mb="md"
        variant="light"
        color={ok ? 'boreal' : 'red'}
        icon={ok ? <CircleCheck aria-hidden /> : <CircleAlert aria-hidden />}
        role={ok ? 'status' : 'alert'}
      >
        {ok ? t.holds : t.broken}
        <Text size="sm">
          <Timed iso={provenAt} sentence={t.verified} />
        </Text>
      </Alert>
      <DataTable
        caption={t.ledger}
        rows={checks}
        rowKey={({ name }) => name}
        columns={[
          { name: t.check, wraps: true, cell: ({ name }) => name.charAt(0).toUpperCase() + name.slice(1) },
          { name: t.rowsRead, align: 'right', cell: ({ checked }) => format.number(checked), wideOnly: true },
          {
            name: t.result,
            cell: ({ broken, advice }) =>
              broken.length === 0 ? (
                <Badge>{t.kept}</Badge>
              ) : (
                [t.brokenBy(broken.length, broken.join(', ')), advice].filter(Boolean).join('. ')
              ),
          },
        ]}
        empty="–"
      />
    </>
  );
}
