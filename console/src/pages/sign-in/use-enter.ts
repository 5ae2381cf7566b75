import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { meQuery } from '../../api/me.ts';
import { ownPath } from '../../app/own-path.ts';

/** Goes on after somebody has signed in: to where they wanted, else to their console. */
export function useEnter(): () => Promise<void> {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { next }: { next?: unknown } = useSearch({ strict: false });
  return async () => {
    queryClient.clear();
    const { accounts, operator } = await queryClient.fetchQuery(meQuery);
    const home = accounts.length === 0 && operator ? '/operator' : '/console';
    await navigate({ href: ownPath(next) ?? home, replace: true });
  };
}
