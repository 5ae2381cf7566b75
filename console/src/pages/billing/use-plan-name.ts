import { useQuery } from '@tanstack/react-query';
import { plansQuery } from '../../api/catalog.ts';
import { useAccountId } from '../../app/account.tsx';

/** A plan's name on the deploy page; its id if it is no longer sold. */
export function usePlanName(): (id: string) => string {
  const plans = useQuery({ ...plansQuery(useAccountId()), refetchInterval: false });
  return (id) => plans.data?.find((plan) => plan.id === id)?.name ?? id;
}
