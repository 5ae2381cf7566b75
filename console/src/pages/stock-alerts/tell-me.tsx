import { Button, Group, Text } from '@mantine/core';
import { Bell, BellRing } from 'lucide-react';
import { useMe } from '../../app/account.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { useStockAlerts } from './use-stock-alerts.ts';
import { useStockAlertsText } from './text.ts';

interface TellMeProps {
  readonly planId: string;
  /** Where it is sold out; undefined: the default region. */
  readonly region: string | undefined;
  readonly defaultRegion: string | undefined;
}

/** For a size that is sold out: one press, and the person is told by mail once it is back; another, and they are not. */
export function TellMe({ planId, region, defaultRegion }: TellMeProps) {
  const t = useStockAlertsText();
  const { email } = useMe();
  const { query, set, remove, error } = useStockAlerts();
  const known = query.data?.find((alert) => alert.productId === planId && alert.region === (region ?? defaultRegion ?? alert.region));
  const busy = query.isPending || set.isPending || remove.isPending;
  return (
    <>
      {error && <ErrorNotice error={error} />}
      {known === undefined ? (
        <Button
          size="xs"
          leftSection={<Bell size={14} aria-hidden />}
          loading={busy}
          onClick={() => set.mutate({ productId: planId, ...(region !== undefined && { region }) })}
        >
          {t.tell}
        </Button>
      ) : (
        <Group gap="xs" role="status">
          <Group gap="xs" wrap="nowrap">
            <BellRing size={16} aria-hidden style={{ flexShrink: 0 }} />
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {t.willTell(email)}
            </Text>
          </Group>
          <Button size="xs" variant="default" loading={busy} onClick={() => remove.mutate(known.id)}>
            {t.cancel}
          </Button>
        </Group>
      )}
    </>
  );
}
