import { revokeApiKey } from '@boreal/contract/endpoints/console/api-keys.ts';
import type { ApiKey } from '@boreal/contract/people/keys.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { apiKeysKey } from '../../api/keys.ts';
import { useAccountId } from '../../app/account.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { useApiKeysText } from './text.ts';

/** Asks for confirmation, then ends a key. */
export function RevokeApiKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const t = useApiKeysText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: ({ id }: ApiKey) => call(revokeApiKey, { params: { accountId, keyId: id } }),
    onSuccess: async (_answer, { name }) => {
      await queryClient.invalidateQueries({ queryKey: apiKeysKey(accountId) });
      notifyDone(t.revoked(name));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={apiKey !== null}
      onClose={() => {
        revoke.reset();
        onClose();
      }}
      title={t.revokeTitle}
      text={t.revokeText(apiKey?.name ?? '')}
      action={t.revoke}
      destructive
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => apiKey && revoke.mutate(apiKey)}
    />
  );
}
