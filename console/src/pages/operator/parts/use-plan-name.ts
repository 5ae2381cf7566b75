import { useQuery } from '@tanstack/react-query';
import { plansQuery } from '../../../api/operator/catalog.ts';

/** A plan's name, also of one that is no longer sold; its id until the plans are there. */
export function usePlanName(): (id: string) => string {
  const plans = useQuery(plansQuery);
  return (id) => plans.data?.find((plan) => plan.id === id)?.name ?? id;
}
