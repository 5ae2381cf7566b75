import { revokeOtherSessions, revokeSession } from '@boreal/contract/endpoints/console/person.ts';
import type { Session } from '@boreal/contract/people/sign-in.ts';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { sessionsQuery } from '../../api/security.ts';
import { ListTable } from '../../parts/list-table.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { Queried } from '../../parts/queried.tsx';
import { Ago } from '../../parts/ago.tsx';
import { browserName } from './browser-name.ts';
import { Section } from './section.tsx';
import { useSecurityText } from './text.ts';

/** Browsers in which the person is signed in, each ended by a button; this one by signing out. */
export function SessionsSection() {
  const t = useSecurityText();
  const queryClient = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const end = useMutation({
    mutationFn: ({ id }: Session) => call(revokeSession, { params: { sessionId: id } }),
    onSuccess: async () => {
      notifyDone(t.ended);
      await refresh();
    },
  });
  const endOthers = useMutation({
    mutationFn: () => call(revokeOtherSessions),
    onSuccess: async ({ revoked }) => {
      notifyDone(t.othersEnded(revoked));
      await refresh();
    },
  });
  const nameOf = ({ userAgent }: Session) => browserName(userAgent) ?? t.unknownBrowser;
  const error = end.error ?? endOthers.error;
  return (
    <Section title={t.sessions}>
      {error && <ErrorNotice error={error} />}
      <Queried query={sessions}>
        {(all) => (
          <>
            <ListTable
              caption={t.sessionsCaption}
              rows={all}
              rowKey={({ id }) => id}
              empty={null}
              columns={[
                {
                  name: t.browser,
                  sortBy: nameOf,
                  cell: (session) => (
                    <Group gap={6}>
                      <Text size="sm" fw={600}>
                        {nameOf(session)}
                      </Text>
                      {session.current && <Badge size="sm">{t.thisOne}</Badge>}
                    </Group>
                  ),
                },
                { name: t.address, sortBy: ({ address }) => address, cell: ({ address }) => address ?? '–', wideOnly: true },
                { name: t.used, sortBy: ({ usedAt }) => usedAt, cell: ({ usedAt }) => <Ago iso={usedAt} real /> },
                {
                  name: t.actions,
                  align: 'right',
                  cell: (session) =>
                    !session.current && (
                      <Button
                        size="xs"
                        variant="outline"
                        color="red"
                        aria-label={t.endOf(nameOf(session))}
                        loading={end.isPending && end.variables.id === session.id}
                        onClick={() => end.mutate(session)}
                      >
                        {t.end}
                      </Button>
                    ),
                },
              ]}
            />
            {all.length > 1 && (
              <Group>
                <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
                  {t.endOthers}
                </Button>
              </Group>
            )}
          </>
        )}
      </Queried>
    </Section>
  );
}
