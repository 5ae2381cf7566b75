import { COST_DAYS_MAX } from '@boreal/contract/billing/costs.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { CostsAsked } from '../../../api/costs.ts';
import type { CostsSearch } from '../costs-search.ts';

/** The days of the period that ends today. */
export const LAST_DAYS = 30;

const DAY_MS = 86_400_000;

export interface ChosenCosts {
  readonly search: CostsSearch;
  readonly asked: CostsAsked;
  /** What the server would refuse the dates for. */
  readonly wrong: 'order' | 'many' | null;
  choose(search: CostsSearch): void;
}

/** Which costs are shown, kept in the address: it can be sent to a colleague, and going back shows the ones before. */
export function useChosenCosts(): ChosenCosts {
  const navigate = useNavigate();
  const search = useSearch({ from: '/console/billing/costs' });
  const { by = 'server', label, period, from, to } = search;
  return {
    search,
    asked: {
      by,
      ...(by === 'label' && { label }),
      ...(period === 'days' && { days: LAST_DAYS }),
      ...(period === 'dates' && { from, to }),
    },
    wrong: period === 'dates' ? wrongOf(from, to) : null,
    choose: (chosen) => void navigate({ to: '/console/billing/costs', search: chosen, resetScroll: false }),
  };
}

function wrongOf(from: string | undefined, to: string | undefined): ChosenCosts['wrong'] {
  if (from === undefined || to === undefined) return null;
  if (from > to) return 'order';
  return (Date.parse(to) - Date.parse(from)) / DAY_MS >= COST_DAYS_MAX ? 'many' : null;
}
