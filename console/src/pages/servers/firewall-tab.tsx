import type { AddFirewallRuleRequest, FirewallRule } from '@boreal/contract/firewall.ts';
import { Badge, Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addFirewallRule, deleteFirewallRule, firewallQuery } from '../../api/firewall.ts';
import type { ServerRef } from '../../api/servers.ts';
import { useMayDo } from '../../app/account.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { Queried } from '../../parts/queried.tsx';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { AddRuleForm } from './add-rule-form.tsx';
import { useFirewallText } from './firewall-text.ts';

type Rule = Partial<AddFirewallRuleRequest>;

const tcpIn = (port: number): Rule => ({
  direction: 'ingress',
  protocol: 'tcp',
  ethertype: 'IPv4',
  portRangeMin: port,
  portRangeMax: port,
});

/** Whether a server's rule is what a preset wants: for everybody, and its one port. */
const isSame = (row: FirewallRule, { direction, protocol, ethertype, portRangeMin }: Rule) =>
  row.direction === direction &&
  row.protocol === protocol &&
  row.ethertype === ethertype &&
  row.port === (portRangeMin ?? 'any') &&
  row.source === '0.0.0.0/0';

/** The rules of a server, usual ones one press away, and a form for any other. */
export function FirewallTab({ refTo }: { refTo: ServerRef }) {
  const t = useFirewallText();
  const queryClient = useQueryClient();
  const rules = useQuery(firewallQuery(refTo));
  const reason = useMayDo('servers.write') ? null : t.mayNot;
  const reread = () => queryClient.invalidateQueries(firewallQuery(refTo));
  const add = useMutation({
    mutationFn: async (wanted: readonly Rule[]) => {
      for (const rule of wanted) await addFirewallRule(refTo, rule);
    },
    onSuccess: () => notifyDone(t.added),
    onSettled: reread,
  });
  const remove = useMutation({
    mutationFn: (ruleId: number) => deleteFirewallRule(refTo, ruleId),
    onSuccess: () => notifyDone(t.removed),
    onSettled: reread,
  });
  const nameOf = ({ direction, protocol, port, source }: FirewallRule) =>
    `${t.sides[direction]} ${protocol} ${port === 'any' ? t.anyPort : port} ${source}`;
  const presets = [
    { name: t.presetHttp, rules: [tcpIn(80), tcpIn(443)] },
    { name: t.presetJupyter, rules: [tcpIn(8888)] },
    { name: t.presetVllm, rules: [tcpIn(8000)] },
    { name: t.presetPing, rules: [{ direction: 'ingress', protocol: 'icmp', ethertype: 'IPv4' } satisfies Rule] },
  ];
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t.about}
      </Text>
      {remove.error && <ErrorNotice error={remove.error} />}
      <Queried query={rules}>
        {(rows) => (
          <DataTable
            caption={t.title}
            rows={rows}
            rowKey={({ id }) => String(id)}
            empty={
              <EmptyState
                title={t.emptyTitle}
                text={t.emptyText}
                action={
                  <ReasonedButton reason={reason} onClick={() => add.mutate([tcpIn(22)])}>
                    {t.allowSsh}
                  </ReasonedButton>
                }
              />
            }
            columns={[
              {
                name: t.protocol,
                cell: ({ direction, protocol, ethertype }) => (
                  <>
                    {t.directions[direction]} · {protocol.toUpperCase()} {ethertype}
                  </>
                ),
              },
              { name: t.ports, cell: ({ port }) => (port === 'any' ? t.anyPort : port) },
              { name: t.remote, cell: ({ source }) => <Code>{source}</Code> },
              {
                name: t.state,
                cell: ({ status }) => (
                  <Badge variant="light" tt="none" color={status === 'active' ? 'boreal' : 'blue'}>
                    {status === 'active' ? t.active : t.pending}
                  </Badge>
                ),
                wideOnly: true,
              },
              {
                name: t.actions,
                align: 'right',
                cell: (rule) =>
                  reason === null && (
                    <Button
                      size="xs"
                      variant="light"
                      color="red"
                      aria-label={t.removeNamed(nameOf(rule))}
                      loading={remove.isPending && remove.variables === rule.id}
                      onClick={() => remove.mutate(rule.id)}
                    >
                      {t.remove}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Queried>
      <Card>
        <Stack>
          <Title order={2} size="h3">
            {t.presets}
          </Title>
          <Group gap="xs">
            {presets.map((preset) => {
              const missing = preset.rules.filter((rule) => !rules.data?.some((row) => isSame(row, rule)));
              const why = reason ?? (missing.length === 0 ? t.hasPreset : null);
              return (
                <ReasonedButton
                  key={preset.name}
                  size="xs"
                  variant="default"
                  reason={why}
                  onClick={() => !add.isPending && add.mutate(missing)}
                >
                  {preset.name}
                </ReasonedButton>
              );
            })}
          </Group>
          <Title order={2} size="h3">
            {t.addTitle}
          </Title>
          <AddRuleForm reason={reason} busy={add.isPending} error={add.error} onAdd={(rule) => add.mutate([rule])} />
        </Stack>
      </Card>
    </Stack>
  );
}
