import { ANY_EXPORT_FILE } from '@boreal/contract/api/console-files.ts';
import { closeAnyAccount, eraseAccount, prepareAnyExport } from '@boreal/contract/endpoints/operator/account-end.ts';
import type { OperatorAccountDetail } from '@boreal/contract/operator/operator.ts';
import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, consoleAddress } from '../../../api/call.ts';
import { en } from '../../../i18n/en/operator-account-end.ts';
import { fr } from '../../../i18n/fr/operator-account-end.ts';
import { textsOf, useLanguage } from '../../../i18n/language.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { RoleButton } from '../parts/role-button.tsx';
import { Timed } from '../../../parts/time.tsx';

const useAccountEndText = textsOf({ en, fr });

/** Loaded when they are opened: once in an account's life, if at all. */
const CloseDialog = lazyPart('close-account', async () => (await import('./close-dialog.tsx')).CloseDialog, 0);
const EraseDialog = lazyPart('erase-account', async () => (await import('./erase-dialog.tsx')).EraseDialog, 0);

/** What a customer may ask for by law: all their data, the end of their account, and to be forgotten. */
export function AccountEnd({ account }: { account: OperatorAccountDetail }) {
  const t = useAccountEndText();
  const { language } = useLanguage();
  const { id: accountId, closedAt, erasedAt } = account;
  const [dialog, setDialog] = useState<'close' | 'erase' | null>(null);
  const prepare = useMutation({
    // Asks for a proof of identity where the last one is too old; then the file is a download as any other.
    mutationFn: () => call(prepareAnyExport, { params: { accountId } }),
    onSuccess: () => {
      window.location.assign(consoleAddress(ANY_EXPORT_FILE, { params: { accountId }, query: { language } }));
      notifyDone(t.begun);
    },
  });
  return (
    <Card mt="lg">
      <Stack gap="sm">
        <Title order={2} size="h3">
          {t.title}
        </Title>
        <Text size="sm" c="dimmed">
          {t.about}
        </Text>
        {closedAt !== null && (
          <Text size="sm">
            <strong>
              <Timed iso={closedAt} sentence={t.closedAt} />
            </strong>
            <br />
            {t.closedText}
          </Text>
        )}
        {erasedAt !== null && (
          <Text size="sm">
            <strong>
              <Timed iso={erasedAt} sentence={t.erasedAt} />
            </strong>
            <br />
            {t.erasedText}
          </Text>
        )}
        {prepare.error && <ErrorNotice error={prepare.error} />}
        <Group>
          <RoleButton calls={prepareAnyExport} variant="default" loading={prepare.isPending} onClick={() => prepare.mutate()}>
            {t.download}
          </RoleButton>
          <RoleButton
            calls={closeAnyAccount}
            variant="outline"
            color="red"
            reason={closedAt === null ? null : t.isClosed}
            onClick={() => setDialog('close')}
          >
            {t.close}
          </RoleButton>
          <RoleButton
            calls={eraseAccount}
            variant="outline"
            color="red"
            reason={closedAt === null ? t.closeFirst : erasedAt === null ? null : t.isErased}
            onClick={() => setDialog('erase')}
          >
            {t.erase}
          </RoleButton>
        </Group>
      </Stack>
      {dialog === 'close' && <CloseDialog account={account} onClose={() => setDialog(null)} />}
      {dialog === 'erase' && <EraseDialog accountId={accountId} onClose={() => setDialog(null)} />}
    </Card>
  );
}
