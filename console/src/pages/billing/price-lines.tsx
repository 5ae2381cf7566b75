import type { TaxLine } from '@boreal/contract/billing/payments.ts';
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
    <table className="table plain figures">
      <tbody>
        {rows.map(({ name, amount }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="right">{format.money(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="strong">
            {total.name}
          </th>
          <td className="right strong">{format.money(total.amount)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
