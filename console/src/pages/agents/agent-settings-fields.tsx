import { agentPermissions, type AgentPermission } from '@boreal/contract/agents/agents.ts';
import { Alert, Checkbox, Fieldset, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useMayDo } from '../../app/account.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import type { RequestFormOf } from '../../parts/use-request-form.ts';
import { capNames, isUnbounded, type AgentSettings } from './agent-settings.ts';
import { useAgentsText } from './text.ts';

interface FieldsProps {
  readonly form: Pick<RequestFormOf<AgentSettings>, 'values' | 'set' | 'field' | 'tick'>;
  /** A read-only key needs no permissions. */
  readonly readOnly: boolean;
}

/** What an agent may do and spend. */
export function AgentSettingsFields({ form, readOnly }: FieldsProps) {
  const t = useAgentsText();
  const { language } = useLanguage();
  const mayPay = useMayDo('billing.write');
  const amount = { decimalSeparator: language === 'fr' ? ',' : '.', min: 0, hideControls: true, placeholder: t.noCap } as const;
  const allow = (permission: AgentPermission, allowed: boolean) => {
    const others = form.values.permissions.filter((one) => one !== permission);
    form.set('permissions', allowed ? [...others, permission] : others);
  };
  return (
    <>
      <Fieldset legend={t.permissionsTitle} mx={0}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t.permissionsAbout}
          </Text>
          {agentPermissions.map((permission) => {
            const allowed = form.values.permissions.includes(permission);
            // A person who may not pay may still take the card away from an agent.
            const refused = permission === 'charge' && !mayPay && !allowed;
            return (
              <Checkbox
                key={permission}
                label={t.permissions[permission]}
                description={refused ? t.mayNotPay : t.permissionsAre[permission]}
                checked={!readOnly && allowed}
                disabled={readOnly || refused}
                onChange={(event) => allow(permission, event.currentTarget.checked)}
              />
            );
          })}
        </Stack>
      </Fieldset>
      {!readOnly && (
        <Fieldset legend={t.capsTitle} mx={0}>
          <Stack>
            <Text size="sm" c="dimmed">
              {t.capsAbout}
            </Text>
            <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
              {capNames.map((name) => (
                <NumberInput
                  key={name}
                  {...amount}
                  label={t.caps[name]}
                  prefix={name === 'servers' || language === 'fr' ? '' : '$'}
                  suffix={name !== 'servers' && language === 'fr' ? ' $' : ''}
                  decimalScale={name === 'servers' ? 0 : 6}
                  {...form.field(`caps.${name}`)}
                />
              ))}
            </SimpleGrid>
            {isUnbounded(form.values) && (
              <Alert color="yellow" variant="light" icon={<TriangleAlert aria-hidden />}>
                {t.noCapNote}
              </Alert>
            )}
            <NumberInput
              {...amount}
              label={t.approvalAbove}
              description={t.approvalAboveHint}
              prefix={language === 'fr' ? '' : '$'}
              suffix={language === 'fr' ? ' $' : ''}
              maw={420}
              {...form.field('approvalAbove')}
            />
            <Checkbox label={t.stopAtCap} description={t.stopAtCapHint} {...form.tick('stopAtCap')} />
          </Stack>
        </Fieldset>
      )}
    </>
  );
}
