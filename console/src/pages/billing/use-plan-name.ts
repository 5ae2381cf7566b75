import { useQuery } from '@tanstack/react-query';
import { plansQuery } from '../../api/catalog.ts';
import { useAccountId } from '../../app/account.tsx';

/** What a plan is called on the page of deploying; its id where it is sold no more. */
export function usePlanName(): (id: string) => string {
  const plans = useQuery({ ...plansQuery(useAccountId()), refetchInterval: false });
  return (id) => plans.data?.find((plan) => plan.id === id)?.name ?? id;
}
