import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { meQuery } from '../../api/me.ts';

/** Continues after sign-in: to where they wanted to go, else to their console. */
export function useEnter(): (next: string | undefined) => Promise<void> {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (next) => {
    queryClient.clear();
    const { accounts, operator } = await queryClient.fetchQuery(meQuery);
    const home = accounts.length === 0 && operator ? '/operator' : '/console';
    await navigate({ href: next ?? home, replace: true });
  };
}
