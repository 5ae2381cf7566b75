import { Alert } from '@mantine/core';
import { CircleAlert } from 'lucide-react';

/** A problem that this page itself can name. */
export function ProblemNotice({ text }: { text: string }) {
  return (
    <Alert role="alert" color="red" variant="light" icon={<CircleAlert aria-hidden />}>
      {text}
    </Alert>
  );
}
