import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { useBillingText } from './text.ts';

/** Loaded when it is opened: most accounts have an address. */
const AddressDialog = lazyPart('address-dialog', async () => (await import('../profile/address-dialog.tsx')).AddressDialog, 0);

/**
 * Why there is no price; `error` null: there is one, or it is being asked for. Without an address the taxes are unknown: it is asked for
 * there and then. Always rendered: prices are asked for again every few seconds, and what somebody types meanwhile must stay.
 */
export function QuoteProblem({ error }: { error: unknown }) {
  const t = useBillingText();
  const [asking, setAsking] = useState(false);
  const lacksAddress = isApiError(error) && error.issues.some(({ path }) => path === 'address');
  return (
    <>
      {error !== null && !lacksAddress && <ErrorNotice error={error} />}
      {lacksAddress && (
        <Stack gap="xs" align="flex-start">
          <Text size="sm" role="alert">
            {t.addressNeeded}
          </Text>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t.addAddress}
          </Button>
        </Stack>
      )}
      {asking && <AddressDialog onClose={() => setAsking(false)} />}
    </>
  );
}
