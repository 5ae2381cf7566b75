import type { TaxLine } from '@boreal/contract/payments.ts';
import { Table } from '@mantine/core';
import { useFormats } from '../../format/use-formats.ts';
import { useLanguage } from '../../i18n/language.tsx';

/** What is bought, each tax, and what they come to. */
export function PriceLines({
  lines,
  taxes,
  total,
}: {
  lines: readonly { name: string; amount: number }[];
  taxes: readonly TaxLine[];
  total: { name: string; amount: number };
}) {
  const format = useFormats();
  const { language } = useLanguage();
  const rows = [...lines, ...taxes.map(({ label, amount }) => ({ name: label[language], amount }))];
  return (
    <Table className="figures" withRowBorders={false} verticalSpacing={4} horizontalSpacing={0}>
      <Table.Tbody>
        {rows.map(({ name, amount }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            <Table.Td ta="right">{format.money(amount)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row">{total.name}</Table.Th>
          <Table.Td ta="right" fw={700}>
            {format.money(total.amount)}
          </Table.Td>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}
