import { Button, Card, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { passkeysQuery } from '../../api/passkeys.ts';
import { LinkButton } from '../../parts/page-links.tsx';
import { useNoPasskeys } from '../../parts/use-no-passkeys.ts';
import { useOverviewText } from './text.ts';

/** Kept in this browser: on another device somebody may want one. */
const KEPT = 'boreal.passkey-offer';
/** ms: they change on another page, which says so. */
const FRESH_MS = 600_000;

/** Offers a passkey to whoever has none, where the browser can have one, until they decline. */
export function PasskeyOffer() {
  const t = useOverviewText();
  const [isDeclined, setIsDeclined] = useState(() => localStorage.getItem(KEPT) === 'declined');
  const isOffered = useNoPasskeys() === null && !isDeclined;
  const passkeys = useQuery({ ...passkeysQuery, enabled: isOffered, staleTime: FRESH_MS });
  if (!isOffered || passkeys.data?.length !== 0) return null;
  const decline = () => {
    localStorage.setItem(KEPT, 'declined');
    setIsDeclined(true);
  };
  return (
    <Card>
      <Group justify="space-between">
        <div>
          <Text fw={600}>{t.passkey.title}</Text>
          <Text size="sm" c="dimmed">
            {t.passkey.text}
          </Text>
        </div>
        <Group gap="xs">
          <LinkButton to="/console/profile/security" size="sm" variant="default">
            {t.passkey.go}
          </LinkButton>
          <Button size="sm" variant="subtle" onClick={decline}>
            {t.passkey.decline}
          </Button>
        </Group>
      </Group>
    </Card>
  );
}
