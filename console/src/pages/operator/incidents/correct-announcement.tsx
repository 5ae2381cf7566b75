import type { Incident } from '@boreal/contract/fleet/incidents.ts';
import { TextInput } from '@mantine/core';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { momentOf, momentTyped } from '../../../parts/typed-values.ts';
import { TitleFields } from './fields.tsx';
import { useOperatorIncidentsText } from './text.ts';
import { useCorrection } from './use-correction.ts';

/** Corrects the title of an announcement, and how long it is shown. */
export function CorrectAnnouncement({ incident: { id: incidentId, title, endsAt }, onClose }: { incident: Incident; onClose: () => void }) {
  const t = useOperatorIncidentsText();
  const form = useCorrection({
    incidentId,
    described: { titleEn: title.en, titleFr: title.fr, endsAt: endsAt === null ? '' : momentTyped(endsAt) },
    requestOf: (typed) => ({ title: { en: typed.titleEn, fr: typed.titleFr }, endsAt: momentOf(typed.endsAt) ?? null }),
    onClose,
  });
  return (
    <FormDialog opened onClose={onClose} title={t.correct} about={t.correctAbout} action={t.correct} form={form}>
      <TitleFields form={form} />
      <TextInput type="datetime-local" label={t.until} description={t.untilHint} {...form.field('endsAt')} />
    </FormDialog>
  );
}
