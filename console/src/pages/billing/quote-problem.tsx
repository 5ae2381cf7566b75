import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { useBillingText } from './text.ts';

/** Loaded when it is opened: most accounts have an address. */
const AddressDialog = lazyPart('address-dialog', async () => (await import('../profile/address-dialog.tsx')).AddressDialog, 0);

/** Why there is no price. Without an address the taxes are unknown: it is asked for there and then. */
export function QuoteProblem({ error }: { error: unknown }) {
  const t = useBillingText();
  const [asking, setAsking] = useState(false);
  const lacksAddress = isApiError(error) && error.issues.some(({ path }) => path === 'address');
  if (!lacksAddress) return <ErrorNotice error={error} />;
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" role="alert">
        {t.addressNeeded}
      </Text>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t.addAddress}
      </Button>
      {asking && <AddressDialog onClose={() => setAsking(false)} />}
    </Stack>
  );
}
