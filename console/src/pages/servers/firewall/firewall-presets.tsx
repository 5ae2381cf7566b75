import type { FirewallRule } from '@boreal/contract/servers/firewall.ts';
import { Alert, Group, Radio, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { ownAddressQuery } from '../../../api/me.ts';
import { ReasonedButton } from '../../../parts/reasoned-button.tsx';
import { isSame, pingIn, tcpIn, type Rule } from './firewall.rules.ts';
import { useFirewallText } from './text.ts';

interface FirewallPresetsProps {
  readonly rules: readonly FirewallRule[];
  readonly reason: string | null;
  readonly busy: boolean;
  readonly onAdd: (rules: readonly Rule[]) => void;
}

/** Common rules one press away: for oneself, unless anybody is allowed to connect. */
export function FirewallPresets({ rules, reason, busy, onAdd }: FirewallPresetsProps) {
  const t = useFirewallText();
  const { data, isPending } = useQuery(ownAddressQuery);
  const own = data?.address ?? null;
  const [chosen, setChosen] = useState<string | null>(null);
  const who = chosen ?? (own === null ? 'anyone' : 'me');
  const address = who === 'me' ? own : null;
  const presets = [
    { name: t.presetHttp, rules: [tcpIn(80, address), tcpIn(443, address)] },
    { name: t.presetJupyter, rules: [tcpIn(8888, address)] },
    { name: t.presetVllm, rules: [tcpIn(8000, address)] },
    { name: t.presetPing, rules: [pingIn(address)] },
  ];
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {t.presets}
      </Title>
      {own !== null && (
        <Radio.Group label={t.whoMayConnect} value={who} onChange={setChosen}>
          <Group mt={6} gap="sm">
            <Radio value="me" label={t.onlyMe(own)} />
            <Radio value="anyone" label={t.anyone} />
          </Group>
        </Radio.Group>
      )}
      {who === 'anyone' && (
        <Alert color="orange" variant="light" icon={<TriangleAlert aria-hidden />}>
          {t.anyoneWarning}
        </Alert>
      )}
      <Group gap="xs">
        {presets.map((preset) => {
          const missing = preset.rules.filter((rule) => !rules.some((row) => isSame(row, rule)));
          // Pressed too soon, it would let everybody in.
          const why = reason ?? (isPending ? t.findingAddress : missing.length === 0 ? t.hasPreset : null);
          return (
            <ReasonedButton key={preset.name} size="xs" variant="default" reason={why} onClick={() => !busy && onAdd(missing)}>
              {preset.name}
            </ReasonedButton>
          );
        })}
      </Group>
    </Stack>
  );
}
