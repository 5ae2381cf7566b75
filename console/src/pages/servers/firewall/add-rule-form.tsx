import { addFirewallRule } from '@boreal/contract/endpoints/firewall.ts';
import { AddFirewallRuleRequest, Ethertype, FirewallDirection, FirewallProtocol } from '@boreal/contract/servers/firewall.ts';
import { Alert, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { inServer } from '../../../api/servers.ts';
import { call } from '../../../api/call.ts';
import { firewallQuery } from '../../../api/firewall.ts';
import type { ServerRef } from '../../../api/servers.ts';
import { notifyDone } from '../../../parts/notify.ts';
import { ReasonedButton } from '../../../parts/reasoned-button.tsx';
import { FormProblem, RequestForm } from '../../../parts/request-form.tsx';
import type { Typed } from '../../../parts/typed-values.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useFirewallText } from './text.ts';

interface AddRuleFormProps {
  readonly refTo: ServerRef;
  readonly reason: string | null;
  /** No rule restricts outbound traffic yet: the first one closes all the rest. */
  readonly isEgressOpen: boolean;
}

interface TypedRule {
  readonly direction: FirewallDirection;
  readonly protocol: FirewallProtocol;
  readonly ethertype: Ethertype;
  readonly portRangeMin: Typed;
  readonly portRangeMax: Typed;
  readonly remoteIpPrefix: string;
}

const NEW_RULE: TypedRule = {
  direction: 'ingress',
  protocol: 'tcp',
  ethertype: 'IPv4',
  portRangeMin: '',
  portRangeMax: '',
  remoteIpPrefix: '',
};

/** Any rule. The server decides which networks and ports go together. */
export function AddRuleForm({ refTo, reason, isEgressOpen }: AddRuleFormProps) {
  const t = useFirewallText();
  const queryClient = useQueryClient();
  const form = useRequestForm({
    initialValues: NEW_RULE,
    schema: AddFirewallRuleRequest,
    request: requestOf,
    send: (rule) => call(addFirewallRule, { params: inServer(refTo), body: rule }),
    onSent: async () => {
      notifyDone(t.added);
      await queryClient.invalidateQueries(firewallQuery(refTo));
    },
    locked: reason !== null,
  });
  const { direction, protocol } = form.values;
  return (
    <RequestForm form={form}>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          <Select
            label={t.direction}
            allowDeselect={false}
            {...form.field('direction')}
            data={FirewallDirection.options.map((one) => ({ value: one, label: t.directions[one] }))}
          />
          <Select
            label={t.protocol}
            allowDeselect={false}
            {...form.field('protocol')}
            data={FirewallProtocol.options.map((one) => ({ value: one, label: one.toUpperCase() }))}
          />
          <Select label={t.family} allowDeselect={false} {...form.field('ethertype')} data={[...Ethertype.options]} />
          {hasPorts(protocol) && (
            <>
              <NumberInput label={t.from} description={t.portsHint} {...form.field('portRangeMin')} hideControls allowDecimal={false} />
              <NumberInput label={t.to} description={t.portsHint} {...form.field('portRangeMax')} hideControls allowDecimal={false} />
            </>
          )}
          <TextInput label={t.cidr} description={t.cidrHint} {...form.field('remoteIpPrefix')} />
        </SimpleGrid>
        {direction === 'egress' && isEgressOpen && (
          <Alert color="orange" variant="light" icon={<TriangleAlert aria-hidden />}>
            {t.firstOut}
          </Alert>
        )}
        <FormProblem form={form} />
        <div>
          <ReasonedButton reason={reason} loading={form.busy} type="submit">
            {t.add}
          </ReasonedButton>
        </div>
      </Stack>
    </RequestForm>
  );
}

const hasPorts = (protocol: FirewallProtocol) => protocol !== 'icmp';

/** The first port alone means that one port; none means every port. */
function requestOf({ direction, protocol, ethertype, portRangeMin: first, portRangeMax: last, remoteIpPrefix }: TypedRule) {
  const network = remoteIpPrefix.trim();
  return {
    direction,
    protocol,
    ethertype,
    ...(network !== '' && { remoteIpPrefix: network }),
    ...(hasPorts(protocol) && first !== '' && { portRangeMin: Number(first) }),
    ...(hasPorts(protocol) && last !== '' && { portRangeMax: Number(last) }),
  };
}
