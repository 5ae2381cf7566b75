import { Ethertype, FirewallDirection, FirewallProtocol, type AddFirewallRuleRequest } from '@boreal/contract/firewall.ts';
import { Alert, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { useFirewallText } from './firewall-text.ts';

interface AddRuleFormProps {
  readonly reason: string | null;
  readonly busy: boolean;
  readonly error: unknown;
  /** No rule narrows outbound traffic yet: the first one closes all the rest. */
  readonly isEgressOpen: boolean;
  readonly onAdd: (rule: Partial<AddFirewallRuleRequest>) => void;
}

/** Any rule: what is wrong with it is the server's to say. */
export function AddRuleForm({ reason, busy, error, isEgressOpen, onAdd }: AddRuleFormProps) {
  const t = useFirewallText();
  const [direction, setDirection] = useState<FirewallDirection>('ingress');
  const [protocol, setProtocol] = useState<FirewallProtocol>('tcp');
  const [ethertype, setEthertype] = useState<Ethertype>('IPv4');
  const [first, setFirst] = useState<number | string>('');
  const [last, setLast] = useState<number | string>('');
  const [cidr, setCidr] = useState('');
  const withPorts = protocol !== 'icmp';
  const submit = () =>
    onAdd({
      direction,
      protocol,
      ethertype,
      ...(cidr.trim() !== '' && { remoteIpPrefix: cidr.trim() }),
      ...(withPorts && first !== '' && { portRangeMin: Number(first) }),
      ...(withPorts && (last !== '' || first !== '') && { portRangeMax: Number(last === '' ? first : last) }),
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === null && !busy) submit();
      }}
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          <Select
            label={t.direction}
            allowDeselect={false}
            value={direction}
            onChange={(value) => setDirection(FirewallDirection.parse(value))}
            data={FirewallDirection.options.map((one) => ({ value: one, label: t.directions[one] }))}
          />
          <Select
            label={t.protocol}
            allowDeselect={false}
            value={protocol}
            onChange={(value) => setProtocol(FirewallProtocol.parse(value))}
            data={FirewallProtocol.options.map((one) => ({ value: one, label: one.toUpperCase() }))}
          />
          <Select
            label={t.family}
            allowDeselect={false}
            value={ethertype}
            onChange={(value) => setEthertype(Ethertype.parse(value))}
            data={[...Ethertype.options]}
          />
          {withPorts && (
            <>
              <NumberInput
                label={t.from}
                description={t.portsHint}
                value={first}
                onChange={setFirst}
                hideControls
                allowDecimal={false}
                error={fieldError(error, 'portRangeMin')}
              />
              <NumberInput
                label={t.to}
                description={t.portsHint}
                value={last}
                onChange={setLast}
                hideControls
                allowDecimal={false}
                error={fieldError(error, 'portRangeMax')}
              />
            </>
          )}
          <TextInput
            label={t.cidr}
            description={t.cidrHint}
            value={cidr}
            onChange={(event) => setCidr(event.currentTarget.value)}
            error={fieldError(error, 'remoteIpPrefix')}
          />
        </SimpleGrid>
        {direction === 'egress' && isEgressOpen && (
          <Alert color="orange" variant="light" icon={<TriangleAlert aria-hidden />}>
            {t.firstOut}
          </Alert>
        )}
        {error !== null && error !== undefined && <ErrorNotice error={error} />}
        <div>
          <ReasonedButton reason={reason} loading={busy} type="submit">
            {t.add}
          </ReasonedButton>
        </div>
      </Stack>
    </form>
  );
}
