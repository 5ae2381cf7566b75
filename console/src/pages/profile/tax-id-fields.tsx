import { TAX_IDS_MAX } from '@boreal/contract/account/profile.ts';
import { Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { randomId } from '../../api/random-id.ts';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { RemoveRow } from '../../parts/remove-row.tsx';
import type { RequestFormOf } from '../../parts/use-request-form.ts';
import { taxKinds, type ProfileDraft } from './profile-draft.ts';
import { useProfileText } from './text.ts';

interface TaxIdFieldsProps {
  readonly form: Pick<RequestFormOf<ProfileDraft>, 'values' | 'field' | 'insert' | 'remove'>;
  readonly mayWrite: boolean;
}

/** The numbers under which the account is registered for taxes. */
export function TaxIdFields({ form, mayWrite }: TaxIdFieldsProps) {
  const t = useProfileText();
  const { taxIds } = form.values;
  const full = taxIds.length >= TAX_IDS_MAX ? t.taxIdsFull(TAX_IDS_MAX) : null;
  return (
    <Fieldset legend={t.taxIds} mx={0}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t.taxIdsAbout}
        </Text>
        {taxIds.map(({ row, number }, index) => (
          <Group key={row} align="flex-start" gap="xs">
            <NativeSelect
              label={t.taxKind}
              disabled={!mayWrite}
              {...form.field(`taxIds.${index}.kind`)}
              data={taxKinds.map((value) => ({ value, label: t.taxKinds[value] }))}
            />
            <TextInput label={t.taxNumber} flex={1} miw={180} readOnly={!mayWrite} {...form.field(`taxIds.${index}.number`)} />
            {mayWrite && <RemoveRow label={t.removeTaxId(number)} onClick={() => form.remove('taxIds', index)} />}
          </Group>
        ))}
        {mayWrite && (
          <Group>
            <ReasonedButton
              variant="default"
              size="xs"
              reason={full}
              onClick={() => form.insert('taxIds', { row: randomId(), kind: 'gst_hst', number: '' })}
            >
              {t.addTaxId}
            </ReasonedButton>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
