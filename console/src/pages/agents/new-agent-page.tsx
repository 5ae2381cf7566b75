import { Button, Card, Checkbox, Group, Stack, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { createMcpKey, mcpKeysQuery } from '../../api/agents.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { AgentSettingsFields } from './agent-settings-fields.tsx';
import { NEW_SETTINGS, requestOf } from './agent-settings.ts';
import { ConnectClient } from './connect-client.tsx';
import { useAgentsText } from './text.ts';

/** Makes a key for an agent, then shows it this once with what its program must be told. */
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
          <Button component={Link} to="/console/agents">
            {t.toAgents}
          </Button>
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
  const [name, setName] = useState('');
  const [readOnly, setReadOnly] = useState(true);
  const [settings, setSettings] = useState(NEW_SETTINGS);
  const create = useMutation({
    mutationFn: () => createMcpKey(accountId, { name, readOnly, ...requestOf(readOnly ? NEW_SETTINGS : settings) }),
    onSuccess: async ({ key }) => {
      await queryClient.invalidateQueries({ queryKey: mcpKeysQuery(accountId).queryKey });
      onMade({ name, key });
    },
  });
  return (
    <>
      <PageHeader title={t.create} about={t.about} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Stack gap="lg" maw={860}>
          <TextInput
            label={t.keyName}
            description={t.keyNameHint}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldError(create.error, 'name')}
            maxLength={100}
            maw={420}
            autoComplete="off"
            autoFocus
          />
          <Checkbox
            label={t.readOnly}
            description={t.readOnlyAbout}
            checked={readOnly}
            onChange={(event) => setReadOnly(event.currentTarget.checked)}
          />
          <AgentSettingsFields settings={settings} onChange={setSettings} readOnly={readOnly} error={create.error} />
          {create.error && <ErrorNotice error={create.error} />}
          <Group>
            <Button type="submit" loading={create.isPending}>
              {t.make}
            </Button>
            <Button component={Link} to="/console/agents" variant="default">
              {shell.cancel}
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  );
}
