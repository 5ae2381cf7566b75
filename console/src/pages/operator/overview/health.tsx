import type { HealthState, HouseHealth } from '@boreal/contract/operator/oversight.ts';
import { Box, Card, Code, Group, Stack, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { Check, Minus, TriangleAlert } from 'lucide-react';
import { useOperatorMay } from '../../../app/operator-role.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { LinkAnchor } from '../../../parts/page-links.tsx';
import { Section } from '../parts/section.tsx';
import { howHealthy } from './how-healthy.ts';
import { useOperatorOverviewText } from './text.ts';

const signs = {
  right: { color: 'boreal', icon: Check },
  wrong: { color: 'red', icon: TriangleAlert },
  unknown: { color: 'gray', icon: Minus },
} as const satisfies Record<HealthState, object>;

/** Whether hours are billed, the ledger holds and the database is backed up; where not, what to read or type. */
export function Health({ health, at }: { health: HouseHealth; at: string }) {
  const t = useOperatorOverviewText();
  const format = useFormats();
  const mayProve = useOperatorMay('books.read');
  return (
    <Section title={t.health}>
      <Card>
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {howHealthy(health, { t, format, at }).map(({ about, state, text, page, command }) => {
            const { color, icon: Icon } = signs[state];
            return (
              <Group component="li" key={about} align="flex-start" wrap="nowrap" gap="sm">
                <ThemeIcon variant="light" color={color} size="sm" radius="xl" mt={2} aria-hidden>
                  <Icon size={14} />
                </ThemeIcon>
                <Box miw={0}>
                  <VisuallyHidden>{t.healthStates[state]}: </VisuallyHidden>
                  {text}
                  {state === 'wrong' && (
                    <Group gap={6} fz="sm" style={{ overflowWrap: 'anywhere' }}>
                      <Text span inherit c="dimmed">
                        {t.whatToDo}
                      </Text>
                      <Code>{command}</Code>
                      <Code>{page}</Code>
                      {about === 'ledger' && mayProve && (
                        <LinkAnchor inherit to="/operator/ledger">
                          {t.proveLedger}
                        </LinkAnchor>
                      )}
                    </Group>
                  )}
                </Box>
              </Group>
            );
          })}
        </Stack>
      </Card>
    </Section>
  );
}
