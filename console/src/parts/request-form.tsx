import { useEffect, useRef, type ReactNode } from 'react';
import { isApiError } from '../api/api-error.ts';
import { ErrorNotice } from './error-notice.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import type { RequestFormState } from './use-request-form.ts';

/** The form of `useRequestForm`: after a refusal it focuses the first field that is wrong. */
export function RequestForm({ form, children }: { form: RequestFormState; children: ReactNode }) {
  const element = useRef<HTMLFormElement>(null);
  const { refusals, submit } = form;
  useEffect(() => {
    if (refusals === 0) return;
    const wrong = element.current?.querySelector('[aria-invalid=true]:is(input, select, textarea)');
    if (wrong instanceof HTMLElement) wrong.focus();
  }, [refusals]);
  return (
    <form ref={element} noValidate onSubmit={submit}>
      {children}
    </form>
  );
}

/** Problems that belong to no field of a form. `sentence` words errors that are not from our server. */
export function FormProblem({ form: { error, unplaced }, sentence }: { form: RequestFormState; sentence?: string }) {
  if (unplaced.length > 0) return <ProblemNotice text={[...new Set(unplaced)].join(' ')} />;
  if (error === null) return null;
  return sentence === undefined || isApiError(error) ? <ErrorNotice error={error} /> : <ProblemNotice text={sentence} />;
}
