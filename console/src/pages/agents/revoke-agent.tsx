import { revokeMcpKey } from '@boreal/contract/endpoints/console/agents.ts';
import type { McpKey } from '@boreal/contract/agents/agents.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { mcpKeysQuery } from '../../api/agents.ts';
import { useAccountId } from '../../app/account.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { useAgentsText } from './text.ts';

/** Asks for confirmation, then ends an agent's key. */
export function RevokeAgent({ agent, opened, onClose }: { agent: McpKey; opened: boolean; onClose: () => void }) {
  const t = useAgentsText();
  const accountId = useAccountId();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call(revokeMcpKey, { params: { accountId, keyId: agent.id } }),
    onSuccess: async () => {
      notifyDone(t.revoked(agent.name));
      await navigate({ to: '/console/agents' });
      await queryClient.invalidateQueries({ queryKey: mcpKeysQuery(accountId).queryKey });
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={() => {
        revoke.reset();
        onClose();
      }}
      title={t.revokeTitle}
      text={t.revokeText(agent.name)}
      action={t.revoke}
      destructive
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
    />
  );
}
