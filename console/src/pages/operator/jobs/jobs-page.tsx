import type { StuckWork } from '@boreal/contract/operator/oversight.ts';
import { retryJob, retryPayment, retryRefund, retryServer } from '@boreal/contract/endpoints/operator/oversight.ts';
import { Card } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { retry, stuckQuery, type Retried } from '../../../api/operator/oversight.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { useOperatorText } from '../parts/text.ts';
import { StuckLists } from './stuck-lists.tsx';
import { useOperatorJobsText } from './text.ts';

const RETRIES = { jobs: retryJob, servers: retryServer, payments: retryPayment, refunds: retryRefund } as const satisfies Record<
  Retried,
  unknown
>;

/** Stuck work, and retrying it. */
export function JobsPage() {
  const t = useOperatorJobsText();
  const words = useOperatorText();
  const queryClient = useQueryClient();
  const stuck = useQuery(stuckQuery);
  const again = useMutation({
    mutationFn: ({ sort, id }: { sort: Retried; id: string }) => retry(sort, id),
    onSuccess: () => notifyDone(words.retried),
    // Also when it was refused: then it has progressed meanwhile.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: stuckQuery.queryKey }),
  });
  const action = (sort: Retried, id: string) => (
    <RoleButton
      calls={RETRIES[sort]}
      size="xs"
      variant="default"
      loading={again.isPending && again.variables.id === id}
      onClick={() => again.mutate({ sort, id })}
      aria-label={`${words.retryNow}: ${id}`}
    >
      {words.retryNow}
    </RoleButton>
  );
  return (
    <>
      <PageHeader title={t.jobs} about={t.jobsAbout} />
      {again.error !== null && <ErrorNotice error={again.error} />}
      <Queried query={stuck}>
        {(work) =>
          isEmpty(work) ? (
            <Card>
              <EmptyState title={t.allWell} text={t.allWellText} />
            </Card>
          ) : (
            <StuckLists work={work} action={action} />
          )
        }
      </Queried>
    </>
  );
}

function isEmpty(work: StuckWork): boolean {
  return Object.values(work).every((rows) => rows.length === 0);
}
