import { TextInput } from '@mantine/core';
import type { RequestFormOf } from '../../../parts/use-request-form.ts';

interface ReasonFieldProps {
  readonly form: Pick<RequestFormOf<{ readonly reason: string }>, 'field'>;
  readonly label: string;
  readonly description: string;
}

/** The reason; its readers are named beneath. */
export function ReasonField({ form, label, description }: ReasonFieldProps) {
  return <TextInput label={label} description={description} maxLength={300} required {...form.field('reason')} />;
}
