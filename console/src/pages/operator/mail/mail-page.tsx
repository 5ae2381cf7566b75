import { retryMail } from '@boreal/contract/endpoints/operator/mail.ts';
import { MailStatus, type OperatorMail } from '@boreal/contract/operator/operator.ts';
import { Badge, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../api/call.ts';
import { loadMail } from '../../../api/operator/oversight.ts';
import { usePages } from '../../../api/use-pages.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { nameOf } from '../../../parts/name-of.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { oneOf } from '../../../parts/list-view/list-filter.rules.ts';
import { PagedList } from '../../../parts/list-view/paged-list.tsx';
import { useListFilter } from '../../../parts/list-view/use-list-filter.ts';
import { Ago } from '../../../parts/ago.tsx';
import { Choice } from '../parts/choice.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useOperatorMailText } from './text.ts';

type Status = z.infer<typeof MailStatus>;
const colors = { waiting: 'blue', sent: 'boreal', given_up: 'red' } as const satisfies Record<Status, string>;

const readFilter = ({ status }: Readonly<Record<string, unknown>>) => ({ status: oneOf(MailStatus.options, status) });

/** Mail that was sent to people. */
export function MailPage() {
  const t = useOperatorMailText();
  const words = useOperatorText();
  const queryClient = useQueryClient();
  const kept = useListFilter(readFilter);
  const { status } = kept.filter;
  const mail = usePages({ queryKey: ['operator', 'mail', { status }], load: (cursor) => loadMail({ status, cursor }) });
  const again = useMutation({
    mutationFn: (row: OperatorMail) => call(retryMail, { params: { mailId: row.id } }),
    onSuccess: () => {
      notifyDone(words.retried);
      void queryClient.invalidateQueries({ queryKey: ['operator', 'mail'] });
    },
  });
  return (
    <>
      <PageHeader title={t.mail} about={t.mailAbout} />
      {again.error !== null && <ErrorNotice error={again.error} />}
      <PagedList
        list="operator-mail"
        filter={kept}
        query={mail}
        caption={t.mail}
        columns={[
          {
            name: t.to,
            sortBy: ({ toEmail }) => toEmail,
            wraps: true,
            // A phone has room for whom it is to, what came of it, and trying again.
            cell: ({ toEmail, kind, status: now, createdAt, lastError }) => (
              <>
                {toEmail}
                <div className="narrow-only">
                  <Text size="xs" c="dimmed" mb={4}>
                    {nameOf(t.noticeKind, kind)} · <Ago iso={createdAt} />
                  </Text>
                  <Badge color={colors[now]}>{t.mailStatus[now]}</Badge>
                  {lastError !== null && <Text size="xs">{lastError}</Text>}
                </div>
              </>
            ),
          },
          {
            id: 'what',
            name: t.what,
            sortBy: ({ kind }) => nameOf(t.noticeKind, kind),
            wideOnly: true,
            cell: ({ kind }) => nameOf(t.noticeKind, kind),
          },
          {
            id: 'status',
            name: words.status,
            sortBy: ({ status: now }) => t.mailStatus[now],
            wideOnly: true,
            cell: ({ status: now }) => <Badge color={colors[now]}>{t.mailStatus[now]}</Badge>,
          },
          {
            id: 'attempts',
            name: words.attempts,
            sortBy: ({ attempts }) => attempts,
            align: 'right',
            wideOnly: true,
            cell: ({ attempts }) => attempts,
          },
          {
            id: 'error',
            name: t.lastError,
            sortBy: ({ lastError }) => lastError,
            wideOnly: true,
            cell: ({ lastError }) => lastError ?? '–',
          },
          {
            id: 'created',
            name: words.created,
            sortBy: ({ createdAt }) => createdAt,
            wideOnly: true,
            cell: ({ createdAt }) => <Ago iso={createdAt} />,
          },
          {
            id: 'sent',
            name: t.sentAt,
            sortBy: ({ sentAt }) => sentAt,
            wideOnly: true,
            cell: ({ sentAt }) => (sentAt === null ? '–' : <Ago iso={sentAt} />),
          },
          {
            name: words.action,
            align: 'right',
            cell: (row) =>
              row.status !== 'sent' && (
                <RoleButton
                  calls={retryMail}
                  size="xs"
                  variant="default"
                  loading={again.isPending && again.variables.id === row.id}
                  onClick={() => again.mutate(row)}
                >
                  {words.retryNow}
                </RoleButton>
              ),
          },
        ]}
        empty={<EmptyState title={t.noMail} text={t.noMailText} />}
      >
        <Choice
          label={words.status}
          options={MailStatus.options}
          names={t.mailStatus}
          value={status}
          onChange={(chosen) => kept.setFilter({ status: chosen })}
        />
      </PagedList>
    </>
  );
}
