import { listPasskeys } from '@boreal/contract/api/session-endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { callAuth } from './call-auth.ts';

export type Passkey = z.output<NonNullable<typeof listPasskeys.answer>>[number];

/** The person's own. Apart from what sets one up, which brings a library. */
export const passkeysQuery = queryOptions({
  queryKey: ['me', 'passkeys'],
  queryFn: ({ signal }) => callAuth(listPasskeys, { signal }),
});
