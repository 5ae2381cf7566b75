import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { loadAccounts } from '../../../api/operator/accounts.ts';
import { useOperatorMay } from '../../../app/operator-role.ts';
import type { RequestFormOf } from '../../../parts/use-request-form.ts';

const PAUSE_MS = 300;

interface AccountChoiceProps {
  readonly label: string;
  /** Of the field that searches them. */
  readonly search: string;
  /** Of having chosen none. */
  readonly none: string;
  /** Of an operator who may not look accounts up, and types an id. */
  readonly typedHint: string;
  readonly form: Pick<RequestFormOf<{ readonly accountId: string }>, 'field'>;
}

/** An account, found by its name, a member's address or its id; or none. */
export function AccountChoice({ label, search: searchFor, none, typedHint, form }: AccountChoiceProps) {
  const field = form.field('accountId');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const [chosen, setChosen] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const mayLook = useOperatorMay('customers.read');
  const found = useQuery({
    queryKey: ['operator', 'accounts', 'choice', search],
    queryFn: () => loadAccounts({ search: search === '' ? undefined : search, cursor: null }),
    placeholderData: keepPreviousData,
    enabled: mayLook,
  });
  if (!mayLook) return <TextInput label={label} description={typedHint} {...field} />;
  const accounts = found.data?.items ?? [];
  // What was chosen stays, whatever is searched for next.
  const offered = chosen === null || accounts.some(({ id }) => id === chosen.id) ? accounts : [chosen, ...accounts];
  return (
    <>
      <TextInput
        type="search"
        label={searchFor}
        value={typed}
        maxLength={100}
        leftSection={<Search size={16} aria-hidden />}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Enter would send the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <NativeSelect
        label={label}
        {...field}
        onChange={(event) => {
          const id = event.currentTarget.value;
          setChosen(offered.find((account) => account.id === id) ?? null);
          field.onChange(id);
        }}
        data={[
          { value: '', label: none },
          ...offered.map(({ id, name }) => ({
            value: id,
            label: offered.some((other) => other.id !== id && other.name === name) ? `${name} (${id})` : name,
          })),
        ]}
      />
    </>
  );
}
