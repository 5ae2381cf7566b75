import type { Column } from '../../../parts/data-table.tsx';
import { Money } from '../../../parts/money.tsx';
import { useOperatorPricesText } from './prices-text.ts';

interface Priced {
  readonly pricing: { readonly monthly?: number | null | undefined; readonly annual?: number | null | undefined } | null;
}

/** What a plan costs a month when it is committed by the month and by the year. */
export function useCommittedColumns(): Column<Priced>[] {
  const t = useOperatorPricesText();
  const priced = (cad: number | null | undefined) => (cad == null ? '–' : <Money cad={cad} />);
  return [
    {
      id: 'monthly',
      name: t.monthly,
      sortBy: ({ pricing }) => pricing?.monthly ?? null,
      align: 'right',
      wideOnly: true,
      cell: ({ pricing }) => priced(pricing?.monthly),
    },
    {
      id: 'annual',
      name: t.annual,
      sortBy: ({ pricing }) => pricing?.annual ?? null,
      align: 'right',
      wideOnly: true,
      cell: ({ pricing }) => priced(pricing?.annual),
    },
  ];
}
