import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { meQuery } from '../../api/me.ts';
import { useNext } from '../../app/use-next.ts';

/** Goes on after somebody has signed in: to where they wanted, else to their console. */
export function useEnter(): () => Promise<void> {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const next = useNext();
  return async () => {
    queryClient.clear();
    const { accounts, operator } = await queryClient.fetchQuery(meQuery);
    const home = accounts.length === 0 && operator ? '/operator' : '/console';
    await navigate({ href: next ?? home, replace: true });
  };
}
