import { createConsoleLink } from '@boreal/contract/endpoints/console/servers.ts';
import { opensTerminal, type ConsoleServerDetail } from '@boreal/contract/servers/console-servers.ts';
import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../../api/call.ts';
import { type ServerRef, inServer } from '../../../api/servers.ts';
import { useMayDo } from '../../../app/account.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { ReasonedButton } from '../../../parts/reasoned-button.tsx';
import { useLinkedWish } from '../../../parts/use-linked-wish.ts';
import { useServersText } from '../text.ts';

/** Opens a server's screen and keyboard, by a link that is valid for a few minutes. */
export function SerialConsole({ refTo, server }: { refTo: ServerRef; server: ConsoleServerDetail }) {
  const t = useServersText();
  const mayWrite = useMayDo('servers.write');
  const link = useMutation({ mutationFn: (_from: 'address' | 'button') => call(createConsoleLink, { params: inServer(refTo) }) });
  const card = useRef<HTMLDivElement>(null);
  const open = server.terminal !== 'none';
  const reason = !open ? t.whyNoTerminal : !mayWrite ? t.whyRole : opensTerminal(server.status) ? null : t.whyStatus(t.statusSaid.ACTIVE);
  useLinkedWish(['terminal'], () => {
    // Why there is none is said with the button.
    if (reason === null) link.mutate('address');
    else card.current?.querySelector('button')?.focus();
  });
  return (
    <Card ref={card}>
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h3">
          {t.serial}
        </Title>
        <Text size="sm" c="dimmed">
          {server.terminal === 'line' ? t.serialLineAbout : t.serialAbout}
        </Text>
        {link.error && <ErrorNotice error={link.error} />}
        <ReasonedButton variant="default" reason={reason} loading={link.isPending} onClick={() => link.mutate('button')}>
          {t.serialOpen}
        </ReasonedButton>
        {link.data && (
          <Group gap={6} role="status">
            <Text size="sm">{t.serialReady}</Text>
            <Anchor
              // Whoever came for the terminal goes on from here; whoever pressed the button stays there.
              ref={link.variables === 'address' ? focusOn : undefined}
              href={link.data.url}
              target="_blank"
              rel="noopener noreferrer"
              size="sm"
              underline="always"
            >
              {t.serialFollow}
            </Anchor>
          </Group>
        )}
      </Stack>
    </Card>
  );
}

const focusOn = (element: HTMLElement | null) => element?.focus();
