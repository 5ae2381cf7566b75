import { changeMcpKey } from '@boreal/contract/endpoints/console/agents.ts';
import { ChangeMcpKeyRequest, type McpKey } from '@boreal/contract/agents/agents.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { mcpKeysQuery } from '../../api/agents.ts';
import { useAccountId } from '../../app/account.tsx';
import { changedIn } from '../../parts/changed-in.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { AgentSettingsFields } from './agent-settings-fields.tsx';
import { requestOf, settingsOf } from './agent-settings.ts';
import { useAgentsText } from './text.ts';

/** Changes what an agent may do and spend; it applies from its next call. */
export function ChangeAgent({ agent, onClose }: { agent: McpKey; onClose: () => void }) {
  const t = useAgentsText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const [shown] = useState(() => settingsOf(agent));
  const form = useRequestForm({
    initialValues: shown,
    schema: ChangeMcpKeyRequest,
    request: (typed) => changedIn(requestOf(typed), requestOf(shown)),
    send: (request) => call(changeMcpKey, { params: { accountId, keyId: agent.id }, body: request }),
    onSent: async () => {
      await queryClient.invalidateQueries({ queryKey: mcpKeysQuery(accountId).queryKey });
      notifyDone(t.saved);
      onClose();
    },
  });
  return (
    <FormDialog opened onClose={onClose} title={t.edit} size="xl" action={t.save} form={form}>
      <AgentSettingsFields form={form} readOnly={false} />
    </FormDialog>
  );
}
