import { TextInput } from '@mantine/core';
import { fieldError } from '../../../parts/error-notice.tsx';

/** Why; who reads it is said beneath. */
export function ReasonField({ label, description, error }: { label: string; description: string; error: unknown }) {
  return <TextInput name="reason" label={label} description={description} maxLength={300} required error={fieldError(error, 'reason')} />;
}
