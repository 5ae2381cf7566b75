import type { ServerEvent } from '@boreal/contract/servers/servers.ts';
import { Button, Card, Center, Stack, Text, Timeline } from '@mantine/core';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { listEvents, serverKey, type ServerRef } from '../../api/servers.ts';
import { usePages } from '../../api/use-pages.ts';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Queried } from '../../parts/queried.tsx';
import { Ago } from '../../parts/ago.tsx';
import { eventMessage, eventName } from './event-name.ts';
import { useServersText } from './text.ts';

const icons = { info: CircleCheck, warning: TriangleAlert, error: CircleAlert } as const;
const colors = { info: 'boreal', warning: 'orange', error: 'red' } as const;

/** What happened to a server, newest first, and who did it. */
export function ActivityTab({ refTo }: { refTo: ServerRef }) {
  const t = useServersText();
  const shell = useShellText();
  const events = usePages({ queryKey: [...serverKey(refTo), 'events'], load: (cursor) => listEvents(refTo, cursor) });
  return (
    <Card>
      <Queried query={events}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          if (rows.length === 0) return <EmptyState title={t.activityEmptyTitle} text={t.activityEmptyText} />;
          return (
            <Stack>
              <Timeline active={rows.length - 1} bulletSize={26} lineWidth={2}>
                {rows.map((event) => {
                  const Icon = icons[event.level];
                  return (
                    <Timeline.Item
                      key={event.id}
                      bullet={<Icon size={15} aria-hidden />}
                      color={colors[event.level]}
                      title={eventName(t, event.type)}
                    >
                      <About event={event} />
                    </Timeline.Item>
                  );
                })}
              </Timeline>
              {events.hasNextPage && (
                <Center>
                  <Button variant="default" loading={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
                    {shell.loadMore}
                  </Button>
                </Center>
              )}
            </Stack>
          );
        }}
      </Queried>
    </Card>
  );
}

function About({ event }: { event: ServerEvent }) {
  const t = useServersText();
  const { actor, createdAt } = event;
  const message = eventMessage(event);
  return (
    <>
      {message !== null && <Text size="sm">{message}</Text>}
      <Text size="xs" c="dimmed">
        <Ago iso={createdAt} /> · {t.by[actor.type]} {actor.type === 'system' || actor.type === 'operator' ? '' : (actor.name ?? '')}
      </Text>
    </>
  );
}
