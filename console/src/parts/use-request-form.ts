import { toldIn } from '@boreal/contract/words/french-spacing.ts';
import { readValue } from '@boreal/contract/values/read-value.ts';
import { useForm, type FormErrors, type UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { z } from 'zod';
import { isApiError } from '../api/api-error.ts';
import { useLanguage } from '../i18n/language.tsx';

interface RequestFormOptions<Values, Schema extends z.ZodType, Request extends z.input<Schema>, Answer> {
  readonly initialValues: Values;
  /** The schema of the request, as the server reads it. */
  readonly schema: Schema;
  /** Builds the request from the typed values. */
  readonly request: (values: Values) => Request;
  /** The field of an issue whose path in the request is another. */
  readonly fieldOf?: Readonly<Record<string, string>>;
  readonly send: (request: Request) => Promise<Answer>;
  /** What is sound is not sent before a dialog has had its answer: see `question`. */
  readonly asksFirst?: (values: Values) => boolean;
  readonly onSent?: (answer: Answer, values: Values) => unknown;
  readonly onRefused?: (error: unknown) => void;
  readonly onValuesChange?: () => void;
  /** Reports a field as soon as it is wrong: for pages that show its effect. */
  readonly checkWhileTyping?: boolean;
  /** Read-only for people who may not send it. */
  readonly locked?: boolean;
}

/** A field of the form, or a part of it: `name`, `address.city`, `taxIds.0.number`. */
type PathOf<Values> = Extract<keyof Values, string> | `${Extract<keyof Values, string>}.${string}`;

/** A form for a component that shows some of its fields. */
export interface RequestFormOf<Values> {
  readonly values: Values;
  readonly set: UseFormReturnType<Values>['setFieldValue'];
  readonly setValues: UseFormReturnType<Values>['setValues'];
  readonly insert: UseFormReturnType<Values>['insertListItem'];
  readonly remove: UseFormReturnType<Values>['removeListItem'];
  /** The props that make an input this field. */
  field(path: PathOf<Values>): ReturnType<UseFormReturnType<Values>['getInputProps']>;
  /** The same for a checkbox. */
  tick(path: PathOf<Values>): ReturnType<UseFormReturnType<Values>['getInputProps']>;
  submit(event: FormEvent<HTMLFormElement>): void;
  /** Forgets the refusal. */
  forget(): void;
  /** Also forgets what was typed. */
  reset(): void;
  readonly busy: boolean;
  /** Counts refusals, so that each one focuses the first field that is wrong. */
  readonly refusals: number;
  /** Why it was refused, where no field is to blame. */
  readonly error: unknown;
  /** What is wrong with what nobody typed into a field. */
  readonly unplaced: readonly string[];
}

/** What is to be confirmed before it is sent. */
export interface Question {
  readonly open: boolean;
  yes(): void;
  no(): void;
}

export type RequestFormState = Pick<RequestFormOf<object>, 'submit' | 'busy' | 'refusals' | 'error' | 'unplaced'>;

/**
 * A form that asks the server for something. Nothing is sent that the contract's schema refuses; what is wrong, there or with the server,
 * is told at its field. Render it in a `RequestForm`, with a `FormProblem` for what no field shows.
 */
export function useRequestForm<Values extends object, Schema extends z.ZodType, Request extends z.input<Schema>, Answer>(
  options: RequestFormOptions<Values, Schema, Request, Answer>,
): RequestFormOf<Values> & { readonly isSent: boolean; readonly answer: Answer | undefined; readonly question: Question } {
  const {
    initialValues,
    schema,
    request,
    fieldOf = {},
    send,
    asksFirst = () => false,
    onSent,
    onRefused,
    onValuesChange,
    checkWhileTyping = false,
    locked = false,
  } = options;
  const { language } = useLanguage();
  const [refusals, setRefusals] = useState(0);
  const [toConfirm, setToConfirm] = useState<Values | null>(null);
  const errorsAt = (issues: readonly { readonly path: string; readonly message: string }[]): FormErrors =>
    // The first issue of a field says what to mend first.
    Object.fromEntries(issues.map(({ path, message }) => [fieldOf[path] ?? path, message] as const).reverse());
  const form = useForm<Values>({
    initialValues,
    onValuesChange: () => onValuesChange?.(),
    validateInputOnChange: checkWhileTyping,
    validate: (values) => {
      const read = readValue(schema, request(values));
      return read.success ? {} : errorsAt(read.issues.map(({ path, message }) => ({ path, message: toldIn(language, message) })));
    },
  });
  const sending = useMutation({
    mutationFn: (values: Values) => send(request(values)),
    onSuccess: (answer, values) => {
      setToConfirm(null);
      return onSent?.(answer, values);
    },
    onError: (error) => {
      // The form says why, where it can be mended.
      setToConfirm(null);
      if (isApiError(error)) form.setErrors(errorsAt(error.issues));
      setRefusals((count) => count + 1);
      onRefused?.(error);
    },
  });
  // Boxes and passwords do not say so by themselves.
  const marked = (path: string) => (form.errors[path] === undefined ? {} : { 'aria-invalid': true });
  return {
    values: form.values,
    set: form.setFieldValue,
    setValues: form.setValues,
    insert: form.insertListItem,
    remove: form.removeListItem,
    field: (path) => ({ ...form.getInputProps(path), ...marked(path) }),
    tick: (path) => ({ ...form.getInputProps(path, { type: 'checkbox' }), ...marked(path) }),
    submit: (event) => {
      event.preventDefault();
      // Of a dialog that was opened from within another form.
      event.stopPropagation();
      if (locked || sending.isPending) return;
      form.onSubmit(
        (values) => (asksFirst(values) ? setToConfirm(values) : sending.mutate(values)),
        () => {
          sending.reset();
          setRefusals((count) => count + 1);
        },
      )(event);
    },
    forget: () => {
      form.clearErrors();
      sending.reset();
    },
    reset: () => {
      form.reset();
      sending.reset();
    },
    question: {
      open: toConfirm !== null,
      yes: () => {
        if (toConfirm !== null && !sending.isPending) sending.mutate(toConfirm);
      },
      no: () => setToConfirm(null),
    },
    busy: sending.isPending,
    isSent: sending.isSuccess,
    answer: sending.data,
    refusals,
    error: isApiError(sending.error) && sending.error.issues.length > 0 ? null : sending.error,
    unplaced: Object.entries(form.errors).flatMap(([path, message]) =>
      typeof message !== 'string' || isField(form.values, path) ? [] : [message],
    ),
  };
}

/** Whether there is an input for what is at this path. */
function isField(values: unknown, path: string): boolean {
  const value = path.split('.').reduce<unknown>((at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined), values);
  return value !== undefined && !isRecord(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
