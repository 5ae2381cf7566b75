import { LABELS_MAX } from '@boreal/contract/servers/description.ts';
import { Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { randomId } from '../../../api/random-id.ts';
import { ReasonedButton } from '../../../parts/reasoned-button.tsx';
import { RemoveRow } from '../../../parts/remove-row.tsx';
import type { RequestFormOf } from '../../../parts/use-request-form.ts';
import type { DescriptionDraft } from './description-draft.ts';
import { useDescriptionText } from './text.ts';

/** A server's labels, a line each. */
export function LabelFields({ form }: { form: Pick<RequestFormOf<DescriptionDraft>, 'values' | 'field' | 'insert' | 'remove'> }) {
  const t = useDescriptionText();
  const { labels } = form.values;
  return (
    <Fieldset legend={t.labels} mx={0}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t.labelsHint}
        </Text>
        {labels.map(({ row, key }, index) => (
          <Group key={row} align="flex-start" gap="xs" wrap="nowrap">
            <TextInput label={t.key} flex={1} miw={0} autoComplete="off" {...form.field(`labels.${index}.key`)} />
            <TextInput label={t.value} flex={1} miw={0} autoComplete="off" {...form.field(`labels.${index}.value`)} />
            <RemoveRow label={t.removeLabel(key)} onClick={() => form.remove('labels', index)} />
          </Group>
        ))}
        <Group>
          <ReasonedButton
            variant="default"
            size="xs"
            reason={labels.length >= LABELS_MAX ? t.full(LABELS_MAX) : null}
            onClick={() => form.insert('labels', { row: randomId(), key: '', value: '' })}
          >
            {t.addLabel}
          </ReasonedButton>
        </Group>
      </Stack>
    </Fieldset>
  );
}
