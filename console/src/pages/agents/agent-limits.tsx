import type { McpKey } from '@boreal/contract/agents/agents.ts';
import { Stack, Text } from '@mantine/core';
import { useFormats } from '../../format/use-formats.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Meter } from '../../parts/meter.tsx';
import { capNames, type CapName } from './agent-settings.ts';
import { useAgentsText } from './text.ts';

/** Each limit of an agent and how much of it is used. */
export function AgentLimits({ agent: { caps, spend, approvalAbove, stopAtCap } }: { agent: McpKey }) {
  const t = useAgentsText();
  const format = useFormats();
  // What limits a single launch or charge is checked at that moment: nothing accumulates.
  const used: Readonly<Record<CapName, number | null>> = {
    serverHourly: null,
    totalHourly: spend.hourlyNow,
    servers: spend.serversNow,
    monthlySpend: spend.spentThisMonth,
    perCharge: null,
    monthlyCharges: spend.chargedThisMonth,
  };
  const told = (name: CapName, value: number) => (name === 'servers' ? format.number(value) : format.rate(value));
  return (
    <Stack gap="xs">
      <DataTable
        caption={t.limitsCaption}
        rows={capNames}
        rowKey={(name) => name}
        empty={null}
        columns={[
          { name: t.limit, cell: (name) => t.caps[name] },
          {
            name: t.used,
            cell: (name) => {
              const value = used[name];
              const cap = caps[name];
              if (value === null)
                return (
                  <Text size="sm" c="dimmed">
                    {cap === null ? t.noCap : t.notMeasured}
                  </Text>
                );
              return (
                <>
                  <span className="figures">
                    {cap === null ? `${told(name, value)} · ${t.noCap}` : t.ofCap(told(name, value), told(name, cap))}
                  </span>
                  {cap !== null && cap > 0 && <Meter mt={4} size="sm" value={(value / cap) * 100} aria-label={t.caps[name]} />}
                </>
              );
            },
          },
        ]}
      />
      <Text size="sm">{approvalAbove === null ? t.approvalNone : t.approvalIs(format.money(approvalAbove))}</Text>
      <Text size="sm">{stopAtCap ? t.stopIs : t.stopNot}</Text>
    </Stack>
  );
}
