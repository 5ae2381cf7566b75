import { closeAnyAccount } from '@boreal/contract/endpoints/operator/account-end.ts';
import type { OperatorAccountDetail } from '@boreal/contract/operator/operator.ts';
import { List, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { anyClosingQuery } from '../../../api/operator/account-end.ts';
import { call } from '../../../api/call.ts';
import { shownOf } from '../../../api/shown-of.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { RefundSentences } from '../../../parts/refund-sentences.tsx';
import { useDone } from '../parts/use-done.ts';
import { useEndDialogsText } from './end-dialogs-text.ts';

/** Closes a customer's account, with the servers that it shows, and says what the customer gets back for each. */
export function CloseDialog({ account, onClose }: { account: OperatorAccountDetail; onClose: () => void }) {
  const accountId = account.id;
  const t = useEndDialogsText();
  const done = useDone(onClose);
  const queryClient = useQueryClient();
  const query = anyClosingQuery(accountId);
  const closing = useQuery(query);
  const servers = closing.data?.servers ?? [];
  const { name } = account.profile;
  const close = useMutation({
    mutationFn: () =>
      call(closeAnyAccount, {
        params: { accountId },
        body: { confirmName: name, deleteServerIds: servers.map(({ id }) => id), shown: servers.map(shownOf) },
      }),
    onSuccess: () => done(t.closed),
    // What it has now may be more.
    onError: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t.closeTitle(name)}
      text={
        <Stack gap="xs">
          <Text size="sm">{t.closeText}</Text>
          <Queried query={closing}>
            {(found) =>
              found.servers.length === 0 ? (
                <Text size="sm">{t.noServers}</Text>
              ) : (
                <>
                  <Text size="sm">{t.deletes}</Text>
                  <List size="sm">
                    {found.servers.map((server) => (
                      <List.Item key={server.id} style={{ overflowWrap: 'anywhere' }}>
                        {server.name}
                        <RefundSentences server={server} />
                      </List.Item>
                    ))}
                  </List>
                </>
              )
            }
          </Queried>
        </Stack>
      }
      action={t.close}
      destructive
      name={name}
      waits={closing.data === undefined}
      busy={close.isPending}
      error={close.error}
      onConfirm={() => close.mutate()}
    />
  );
}
