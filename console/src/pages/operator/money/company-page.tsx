import { setCompany } from '@boreal/contract/endpoints/operator/house.ts';
import { SetCompanyRequest, type Company } from '@boreal/contract/operator/oversight.ts';
import { Card, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { companyQuery } from '../../../api/operator/money.ts';
import { useOperatorMay } from '../../../app/operator-role.ts';
import { changedIn } from '../../../parts/changed-in.ts';
import { SubmitButton } from '../../../parts/form-buttons.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { Queried } from '../../../parts/queried.tsx';
import { FormProblem, RequestForm } from '../../../parts/request-form.tsx';
import { textOrNull } from '../../../parts/typed-values.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { MoneyHeader } from './money-header.tsx';
import { useOperatorMoneyText } from './text.ts';

const fields = ['name', 'addressLine1', 'addressLine2', 'city', 'province', 'postalCode', 'country', 'email', 'website'] as const;

/** The seller on documents. */
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
  const maySet = useOperatorMay(setCompany.needs);
  const queryClient = useQueryClient();
  const [shown, setShown] = useState(() => typedOf(company));
  const form = useRequestForm({
    initialValues: shown,
    schema: SetCompanyRequest,
    request: (typed) => changedIn(requestOf(typed), requestOf(shown)),
    send: (body) => call(setCompany, { body }),
    onSent: (saved) => {
      queryClient.setQueryData(companyQuery.queryKey, saved);
      form.setValues(typedOf(saved));
      setShown(typedOf(saved));
      notifyDone(t.companySaved);
    },
  });
  return (
    <Card maw={820}>
      <RequestForm form={form}>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {fields.map((name) => (
              <TextInput key={name} label={t.companyFields[name]} required={name === 'name' || name === 'country'} {...form.field(name)} />
            ))}
          </SimpleGrid>
          <FormProblem form={form} />
          {maySet && (
            <Group justify="flex-end">
              <SubmitButton form={form}>{t.save}</SubmitButton>
            </Group>
          )}
        </Stack>
      </RequestForm>
    </Card>
  );
}

type TypedCompany = Record<(typeof fields)[number], string>;

function typedOf(company: Company): TypedCompany {
  const { name, country } = company;
  const text = (value: string | null) => value ?? '';
  return {
    name,
    country,
    addressLine1: text(company.addressLine1),
    addressLine2: text(company.addressLine2),
    city: text(company.city),
    province: text(company.province),
    postalCode: text(company.postalCode),
    email: text(company.email),
    website: text(company.website),
  };
}

/** Empty fields are cleared. */
function requestOf({ name, country, ...rest }: TypedCompany) {
  return {
    name,
    country,
    addressLine1: textOrNull(rest.addressLine1),
    addressLine2: textOrNull(rest.addressLine2),
    city: textOrNull(rest.city),
    province: textOrNull(rest.province),
    postalCode: textOrNull(rest.postalCode),
    email: textOrNull(rest.email),
    website: textOrNull(rest.website),
  };
}
