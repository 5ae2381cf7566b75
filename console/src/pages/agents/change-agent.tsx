import { changeMcpKey } from '@boreal/contract/endpoints/console/agents.ts';
import { ChangeMcpKeyRequest, type McpKey } from '@boreal/contract/agents.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { mcpKeysQuery } from '../../api/agents.ts';
import { useAccountId } from '../../app/account.tsx';
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
  const form = useRequestForm({
    initialValues: settingsOf(agent),
    schema: ChangeMcpKeyRequest,
    request: requestOf,
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
