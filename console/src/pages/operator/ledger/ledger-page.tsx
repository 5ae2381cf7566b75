import { Alert, Badge, Button, Group, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { ledgerQuery } from '../../../api/operator/oversight.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { useOperatorLedgerText } from './text.ts';

/** The proof of the ledger. */
export function LedgerPage() {
  const t = useOperatorLedgerText();
  const format = useFormats();
  const ledger = useQuery(ledgerQuery);
  return (
    <>
      <PageHeader
        title={t.ledger}
        about={t.ledgerAbout}
        actions={
          <Button loading={ledger.isFetching} onClick={() => void ledger.refetch()}>
            {t.verify}
          </Button>
        }
      />
      {ledger.isFetching && (
        <Group role="status" mb="md" gap="sm">
          <Loader size="sm" aria-hidden />
          {t.verifying}
        </Group>
      )}
      <Queried query={ledger}>
        {({ ok, checks }) => (
          <>
            <Alert
              mb="md"
              variant="light"
              color={ok ? 'boreal' : 'red'}
              icon={ok ? <CircleCheck aria-hidden /> : <CircleAlert aria-hidden />}
              role={ok ? 'status' : 'alert'}
            >
              {ok ? t.holds : t.broken}
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
        )}
      </Queried>
    </>
  );
}
