import { createMcpKey } from '@boreal/contract/endpoints/console/agents.ts';
import { CreateMcpKeyRequest } from '@boreal/contract/agents/agents.ts';
import { Card, Checkbox, Group, Stack, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { mcpKeysQuery } from '../../api/agents.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { SubmitButton } from '../../parts/form-buttons.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { LinkButton } from '../../parts/page-links.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { FormProblem, RequestForm } from '../../parts/request-form.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { AgentSettingsFields } from './agent-settings-fields.tsx';
import { NEW_SETTINGS, requestOf } from './agent-settings.ts';
import { ConnectClient } from './connect-client.tsx';
import { useAgentsText } from './text.ts';

/** Makes a key for an agent, then shows it once with the settings of its program. */
export function NewAgentPage() {
  const t = useAgentsText();
  const [made, setMade] = useState<{ name: string; key: string } | null>(null);
  const mayWrite = useMayDo('keys.write');
  if (!mayWrite) {
    return (
      <>
        <PageHeader title={t.create} about={t.about} />
        <ProblemNotice text={t.mayNot} />
      </>
    );
  }
  if (made === null) return <Ask onMade={setMade} />;
  return (
    <>
      <PageHeader title={t.createdTitle(made.name)} about={t.createdAbout} />
      <Stack gap="lg">
        <SecretOnce name={t.secret} text={made.key} about={t.secretAbout} />
        <Card>
          <Title order={2} size="h3" mb="sm">
            {t.connectTitle}
          </Title>
          <ConnectClient mcpKey={made.key} />
        </Card>
        <Group>
          <LinkButton to="/console/agents">{t.toAgents}</LinkButton>
        </Group>
      </Stack>
    </>
  );
}

function Ask({ onMade }: { onMade: (made: { name: string; key: string }) => void }) {
  const t = useAgentsText();
  const shell = useShellText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const form = useRequestForm({
    initialValues: { name: '', readOnly: true, ...NEW_SETTINGS },
    schema: CreateMcpKeyRequest,
    request: ({ name, readOnly, ...settings }) => ({ name, readOnly, ...requestOf(readOnly ? NEW_SETTINGS : settings) }),
    send: (request) => call(createMcpKey, { params: { accountId }, body: request }),
    onSent: async ({ key }, { name }) => {
      await queryClient.invalidateQueries({ queryKey: mcpKeysQuery(accountId).queryKey });
      onMade({ name, key });
    },
  });
  return (
    <>
      <PageHeader title={t.create} about={t.about} />
      <RequestForm form={form}>
        <Stack gap="lg" maw={860}>
          <TextInput
            label={t.keyName}
            description={t.keyNameHint}
            {...form.field('name')}
            maxLength={100}
            maw={420}
            autoComplete="off"
            autoFocus
          />
          <Checkbox label={t.readOnly} description={t.readOnlyAbout} {...form.tick('readOnly')} />
          <AgentSettingsFields form={form} readOnly={form.values.readOnly} />
          <FormProblem form={form} />
          <Group>
            <SubmitButton form={form}>{t.make}</SubmitButton>
            <LinkButton to="/console/agents" variant="default">
              {shell.cancel}
            </LinkButton>
          </Group>
        </Stack>
      </RequestForm>
    </>
  );
}
