import { TAX_IDS_MAX } from '@boreal/contract/profile.ts';
import { ActionIcon, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { randomId } from '../../api/random-id.ts';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { taxKinds, type TaxIdDraft } from './profile-draft.ts';
import { useProfileText } from './text.ts';

interface TaxIdFieldsProps {
  readonly taxIds: readonly TaxIdDraft[];
  readonly mayWrite: boolean;
  readonly onChange: (taxIds: readonly TaxIdDraft[]) => void;
  readonly errorAt: (index: number) => string | null;
}

/** The numbers under which the account is registered for taxes. */
export function TaxIdFields({ taxIds, mayWrite, onChange, errorAt }: TaxIdFieldsProps) {
  const t = useProfileText();
  const change = (row: string, part: Partial<TaxIdDraft>) => onChange(taxIds.map((one) => (one.row === row ? { ...one, ...part } : one)));
  const full = taxIds.length >= TAX_IDS_MAX ? t.taxIdsFull(TAX_IDS_MAX) : null;
  return (
    <Fieldset legend={t.taxIds} mx={0}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t.taxIdsAbout}
        </Text>
        {taxIds.map(({ row, kind, number }, index) => (
          <Group key={row} align="flex-start" gap="xs">
            <NativeSelect
              label={t.taxKind}
              disabled={!mayWrite}
              value={kind}
              onChange={(event) => {
                const chosen = taxKinds.find((one) => one === event.currentTarget.value);
                if (chosen) change(row, { kind: chosen });
              }}
              data={taxKinds.map((value) => ({ value, label: t.taxKinds[value] }))}
            />
            <TextInput
              label={t.taxNumber}
              flex={1}
              miw={180}
              readOnly={!mayWrite}
              value={number}
              onChange={(event) => change(row, { number: event.currentTarget.value })}
              error={errorAt(index)}
            />
            {mayWrite && (
              <ActionIcon
                mt={26}
                variant="subtle"
                color="red"
                size="lg"
                aria-label={t.removeTaxId(number)}
                onClick={() => onChange(taxIds.filter((one) => one.row !== row))}
              >
                <Trash2 size={18} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        ))}
        {mayWrite && (
          <Group>
            <ReasonedButton
              variant="default"
              size="xs"
              reason={full}
              onClick={() => onChange([...taxIds, { row: randomId(), kind: 'gst_hst', number: '' }])}
            >
              {t.addTaxId}
            </ReasonedButton>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
