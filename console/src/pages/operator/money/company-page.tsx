import type { Company } from '@boreal/contract/oversight.ts';
import { Button, Card, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { companyQuery, setCompany } from '../../../api/operator/money.ts';
import { ErrorNotice, fieldError } from '../../../parts/error-notice.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { Queried } from '../../../parts/queried.tsx';
import { textOf, wordsOf } from '../parts/fields.ts';
import { MoneyHeader } from './money-header.tsx';
import { useOperatorMoneyText } from './text.ts';

const fields = ['name', 'addressLine1', 'addressLine2', 'city', 'province', 'postalCode', 'country', 'email', 'website'] as const;

/** Who sells, as documents say it. */
export function CompanyPage() {
  const t = useOperatorMoneyText();
  const company = useQuery(companyQuery);
  return (
    <>
      <MoneyHeader part="company" about={t.companyAbout} />
      <Queried query={company}>{(found) => <CompanyForm company={found} />}</Queried>
    </>
  );
}

function CompanyForm({ company }: { company: Company }) {
  const t = useOperatorMoneyText();
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (form: FormData) =>
      setCompany({
        name: wordsOf(form, 'name'),
        addressLine1: textOf(form, 'addressLine1'),
        addressLine2: textOf(form, 'addressLine2'),
        city: textOf(form, 'city'),
        province: textOf(form, 'province'),
        postalCode: textOf(form, 'postalCode'),
        country: wordsOf(form, 'country').toUpperCase(),
        email: textOf(form, 'email'),
        website: textOf(form, 'website'),
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(companyQuery.queryKey, saved);
      notifyDone(t.companySaved);
    },
  });
  return (
    <Card maw={820}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(new FormData(event.currentTarget));
        }}
      >
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {fields.map((name) => (
              <TextInput
                key={name}
                name={name}
                label={t.companyFields[name]}
                defaultValue={company[name] ?? ''}
                required={name === 'name' || name === 'country'}
                error={fieldError(save.error, name)}
              />
            ))}
          </SimpleGrid>
          {save.error !== null && <ErrorNotice error={save.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {t.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
