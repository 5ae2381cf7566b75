import { addFirewallRule, deleteFirewallRule } from '@boreal/contract/endpoints/firewall.ts';
import type { FirewallRule } from '@boreal/contract/servers/firewall.ts';
import { Badge, Box, Button, Card, Code, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { inServer } from '../../../api/servers.ts';
import { call } from '../../../api/call.ts';
import { firewallQuery } from '../../../api/firewall.ts';
import type { ServerRef } from '../../../api/servers.ts';
import { useMayDo } from '../../../app/account.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { ListTable } from '../../../parts/list-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { Queried } from '../../../parts/queried.tsx';
import { ReasonedButton } from '../../../parts/reasoned-button.tsx';
import { AddRuleForm } from './add-rule-form.tsx';
import { Ports } from './ports.tsx';
import { FirewallPresets } from './firewall-presets.tsx';
import { letsSshIn, tcpIn, type Rule } from './firewall.rules.ts';
import { useFirewallText } from './text.ts';

/** The rules of a server, common ones one press away, and a form for any other. */
export function FirewallTab({ refTo }: { refTo: ServerRef }) {
  const t = useFirewallText();
  const queryClient = useQueryClient();
  const rules = useQuery(firewallQuery(refTo));
  const reason = useMayDo('servers.write') ? null : t.mayNot;
  const reread = () => queryClient.invalidateQueries(firewallQuery(refTo));
  const add = useMutation({
    mutationFn: async (wanted: readonly Rule[]) => {
      for (const rule of wanted) await call(addFirewallRule, { params: inServer(refTo), body: rule });
    },
    onSuccess: () => notifyDone(t.added),
    onSettled: reread,
  });
  const remove = useMutation({
    mutationFn: (ruleId: number) => call(deleteFirewallRule, { params: inServer(refTo), body: { ruleId } }),
    onSuccess: () => {
      notifyDone(t.removed);
      setLeaving(null);
    },
    onSettled: reread,
  });
  const [leaving, setLeaving] = useState<FirewallRule | null>(null);
  const nameOf = ({ direction, protocol, port, source }: FirewallRule) =>
    `${t.sides[direction]} ${protocol} ${port === 'any' ? t.anyPort : port} ${source}`;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t.about}
      </Text>
      <Queried query={rules}>
        {(rows) => (
          <ListTable
            caption={t.title}
            rows={rows}
            rowKey={({ id }) => String(id)}
            empty={
              <EmptyState
                title={t.emptyTitle}
                text={t.emptyText}
                action={
                  <ReasonedButton reason={reason} onClick={() => add.mutate([tcpIn(22, null)])}>
                    {t.allowSsh}
                  </ReasonedButton>
                }
              />
            }
            columns={[
              {
                name: t.protocol,
                sortBy: ({ direction, protocol, ethertype }) => `${t.directions[direction]} ${protocol} ${ethertype}`,
                cell: ({ direction, protocol, ethertype, source }) => (
                  <>
                    {t.directions[direction]} · {protocol.toUpperCase()} {ethertype}
                    <Box hiddenFrom="sm">
                      <Code>{source}</Code>
                    </Box>
                  </>
                ),
              },
              {
                name: t.ports,
                sortBy: ({ port }) => (port === 'any' ? 0 : port),
                cell: ({ port, forwarding }) => <Ports port={port} forwarding={forwarding} />,
              },
              { name: t.remote, sortBy: ({ source }) => source, cell: ({ source }) => <Code>{source}</Code>, wideOnly: true },
              {
                name: t.state,
                sortBy: ({ status }) => status,
                cell: ({ status }) => (
                  <Badge color={status === 'active' ? 'boreal' : 'blue'}>{status === 'active' ? t.active : t.pending}</Badge>
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
                      variant="outline"
                      color="red"
                      aria-label={t.removeNamed(nameOf(rule))}
                      onClick={() => {
                        remove.reset();
                        setLeaving(rule);
                      }}
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
          <FirewallPresets rules={rules.data ?? []} reason={reason} busy={add.isPending} onAdd={(wanted) => add.mutate(wanted)} />
          {add.error && <ErrorNotice error={add.error} />}
          <Title order={2} size="h3">
            {t.addTitle}
          </Title>
          <AddRuleForm
            refTo={refTo}
            reason={reason}
            isEgressOpen={rules.data !== undefined && !rules.data.some(({ direction }) => direction === 'egress')}
          />
        </Stack>
      </Card>
      {leaving !== null && (
        <ConfirmDialog
          opened
          destructive
          title={t.removeTitle}
          text={
            <Stack gap="xs">
              <div>
                <Code>{nameOf(leaving)}</Code>
              </div>
              <div>{consequence(leaving)}</div>
            </Stack>
          }
          action={t.remove}
          busy={remove.isPending}
          error={remove.error}
          onClose={() => setLeaving(null)}
          onConfirm={() => remove.mutate(leaving.id)}
        />
      )}
    </Stack>
  );

  function consequence(rule: FirewallRule): string {
    const others = rules.data?.filter(({ id }) => id !== rule.id) ?? [];
    if (rule.direction === 'egress') return others.some(({ direction }) => direction === 'egress') ? t.removeOut : t.removeLastOut;
    if (!letsSshIn(rule)) return t.removeIn;
    return others.some(letsSshIn) ? t.removeSsh : t.removeLastSsh;
  }
}
