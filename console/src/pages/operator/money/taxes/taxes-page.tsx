import { endTaxRegistration, registerTax } from '@boreal/contract/endpoints/operator/house.ts';
import type { Taxes } from '@boreal/contract/operator/oversight.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { taxesQuery } from '../../../../api/operator/money.ts';
import { useFormats } from '../../../../format/use-formats.ts';
import { lazyPart } from '../../../../parts/lazy-part.tsx';
import { ListTable } from '../../../../parts/list-table.tsx';
import { EmptyState } from '../../../../parts/empty-state.tsx';
import { Queried } from '../../../../parts/queried.tsx';
import { RoleButton } from '../../parts/role-button.tsx';
import { Section } from '../../parts/section.tsx';
import { useOperatorText } from '../../parts/text.ts';
import { MoneyHeader } from '../money-header.tsx';
import { useOperatorMoneyText } from '../text.ts';

/** Loaded when they are opened: most look. */
const RegisterDialog = lazyPart('register-tax', async () => (await import('./registration-dialogs.tsx')).RegisterDialog, 0);
const EndRegistrationDialog = lazyPart('end-tax', async () => (await import('./registration-dialogs.tsx')).EndRegistrationDialog, 0);

type Registration = Taxes['registrations'][number];

/** Where the house is registered, and the provinces' taxes by date. */
export function TaxesPage() {
  const t = useOperatorMoneyText();
  const words = useOperatorText();
  const format = useFormats();
  const taxes = useQuery(taxesQuery);
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<Registration | null>(null);
  const names: Readonly<Record<string, string>> = t.taxNames;
  // A day of the calendar, which is the same in every zone.
  const dayOf = (day: string) => <span className="moment short">{format.fullDate(`${day}T12:00:00`)}</span>;
  const rateOf = ({ code, ratePercent }: { code: string; ratePercent: number }) =>
    t.rateOf(names[code] ?? code, format.number(ratePercent, 3));
  return (
    <>
      <MoneyHeader
        part="taxes"
        about={t.taxesAbout}
        actions={
          <RoleButton calls={registerTax} onClick={() => setAdding(true)}>
            {t.register}
          </RoleButton>
        }
      />
      <Queried query={taxes}>
        {({ registrations, rates }) => (
          <>
            <Section title={t.registrations} about={t.registrationsAbout}>
              <ListTable
                caption={t.registrations}
                rows={registrations}
                rowKey={({ tax, validFrom }) => `${tax} ${validFrom}`}
                columns={[
                  {
                    name: t.taxName,
                    sortBy: ({ tax }) => t.registers[tax],
                    cell: ({ tax, number }) => (
                      <>
                        {t.registers[tax]}
                        <Text size="xs" c="dimmed" className="narrow-only">
                          {number}
                        </Text>
                      </>
                    ),
                  },
                  { name: t.taxNumber, sortBy: ({ number }) => number, cell: ({ number }) => number, wideOnly: true },
                  {
                    name: t.from,
                    sortBy: ({ validFrom }) => validFrom,
                    cell: ({ validFrom, validUntil }) => (
                      <>
                        {dayOf(validFrom)}
                        {validUntil !== null && (
                          <Text size="xs" c="dimmed" className="narrow-only">
                            {t.until} {dayOf(validUntil)}
                          </Text>
                        )}
                      </>
                    ),
                  },
                  {
                    name: t.until,
                    wideOnly: true,
                    sortBy: ({ validUntil }) => validUntil,
                    cell: ({ validUntil }) => (validUntil === null ? '–' : dayOf(validUntil)),
                  },
                  {
                    name: words.action,
                    align: 'right',
                    cell: (row) =>
                      row.validUntil === null && (
                        <RoleButton calls={endTaxRegistration} size="xs" variant="default" onClick={() => setEnding(row)}>
                          {t.end}
                        </RoleButton>
                      ),
                  },
                ]}
                empty={<EmptyState title={t.noRegistrations} text={t.noRegistrationsText} />}
              />
            </Section>
            <Section title={t.rates}>
              <ListTable
                caption={t.rates}
                rows={rates}
                rowKey={({ province, from }) => `${province} ${from}`}
                columns={[
                  { name: t.companyFields.province, sortBy: ({ province }) => province, cell: ({ province }) => province },
                  { name: t.from, sortBy: ({ from }) => from, cell: ({ from }) => dayOf(from) },
                  {
                    name: t.rate,
                    sortBy: ({ taxes: parts }) => parts.map(rateOf).join(' + '),
                    cell: ({ taxes: parts }) => parts.map(rateOf).join(' + '),
                  },
                ]}
                empty="–"
              />
            </Section>
          </>
        )}
      </Queried>
      {adding && <RegisterDialog onClose={() => setAdding(false)} />}
      {ending && <EndRegistrationDialog registration={ending} onClose={() => setEnding(null)} />}
    </>
  );
}
