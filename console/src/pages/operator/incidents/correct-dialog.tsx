import type { Incident } from '@boreal/contract/fleet/incidents.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { ComponentsField, ImpactField, TitleFields } from './fields.tsx';
import { useOperatorIncidentsText } from './text.ts';
import { useCorrection } from './use-correction.ts';

/** Corrects how it is described. */
export function CorrectDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const t = useOperatorIncidentsText();
  const { id: incidentId, impact, components, title } = incident;
  const form = useCorrection({
    incidentId,
    described: { impact, components, titleEn: title.en, titleFr: title.fr },
    requestOf: ({ titleEn, titleFr, ...typed }) => ({ ...typed, title: { en: titleEn, fr: titleFr } }),
    onClose,
  });
  return (
    <FormDialog opened onClose={onClose} title={t.correct} about={t.correctAbout} action={t.correct} form={form}>
      <ComponentsField value={form.values.components} onChange={(value) => form.set('components', value)} />
      <ImpactField value={form.values.impact} onChange={(value) => form.set('impact', value)} />
      <TitleFields form={form} />
    </FormDialog>
  );
}
