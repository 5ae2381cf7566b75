import type { McpKey } from '@boreal/contract/agents.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeMcpKey, mcpKeysQuery } from '../../api/agents.ts';
import { useAccountId } from '../../app/account.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { AgentSettingsFields } from './agent-settings-fields.tsx';
import { requestOf, settingsOf } from './agent-settings.ts';
import { useAgentsText } from './text.ts';

/** Changes what an agent may do and spend; it counts from its next call. */
export function ChangeAgent({ agent, onClose }: { agent: McpKey; onClose: () => void }) {
  const t = useAgentsText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const [settings, setSettings] = useState(() => settingsOf(agent));
  const change = useMutation({
    mutationFn: () => changeMcpKey(accountId, agent.id, requestOf(settings)),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: mcpKeysQuery(accountId).queryKey });
      notifyDone(t.saved);
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t.edit}
      size="xl"
      action={t.save}
      busy={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate()}
    >
      <AgentSettingsFields settings={settings} onChange={setSettings} readOnly={false} error={change.error} />
    </FormDialog>
  );
}
