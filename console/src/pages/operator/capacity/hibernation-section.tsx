import { setHibernationLimit } from '@boreal/contract/endpoints/operator/capacity.ts';
import { SetHibernationLimitRequest, type HibernationLimit } from '@boreal/contract/operator.ts';
import { Card, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { hibernationLimitQuery } from '../../../api/operator/capacity.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { amountOf, type Typed } from '../../../parts/typed-values.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { RoleButton } from '../parts/role-button.tsx';
import { Section } from '../parts/section.tsx';
import { useDone } from '../parts/use-done.ts';
import { useOperatorCapacityText } from './text.ts';

/** How many gigabytes the hibernated servers of each account may keep, and the way to change it. */
export function HibernationSection() {
  const t = useOperatorCapacityText();
  const format = useFormats();
  const limit = useQuery(hibernationLimitQuery);
  const [asking, setAsking] = useState(false);
  return (
    <Section title={t.hibernation} about={t.hibernationAbout}>
      <Card>
        <Queried query={limit}>
          {(found) => (
            <Group justify="space-between" gap="sm">
              <Text>{found.limitGb === null ? t.hibernationFree : t.hibernationUpTo(format.number(found.limitGb))}</Text>
              <RoleButton calls={setHibernationLimit} size="xs" variant="default" onClick={() => setAsking(true)}>
                {t.hibernationChange}
              </RoleButton>
              {asking && <HibernationDialog limit={found} onClose={() => setAsking(false)} />}
            </Group>
          )}
        </Queried>
      </Card>
    </Section>
  );
}

function HibernationDialog({ limit, onClose }: { limit: HibernationLimit; onClose: () => void }) {
  const t = useOperatorCapacityText();
  const done = useDone(onClose);
  const initialValues: { limitGb: Typed } = { limitGb: limit.limitGb ?? '' };
  const form = useRequestForm({
    initialValues,
    schema: SetHibernationLimitRequest,
    request: ({ limitGb }) => ({ limitGb: amountOf(limitGb) }),
    send: (body) => call(setHibernationLimit, { body }),
    onSent: () => done(t.hibernationSet),
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t.hibernationTitle}
      about={t.hibernationDialogAbout}
      action={t.hibernationChange}
      form={form}
    >
      <TextInput label={t.limitGb} description={t.limitGbHint} inputMode="numeric" data-autofocus {...form.field('limitGb')} />
    </FormDialog>
  );
}
