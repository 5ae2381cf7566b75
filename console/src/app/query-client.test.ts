import { MutationObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { meQuery } from '../api/me.ts';
import { createQueryClient, SIGN_OUT } from './query-client.ts';

beforeEach(() => vi.stubGlobal('location', { pathname: '/console/servers' }));
afterEach(() => vi.unstubAllGlobals());

const refused = () => Promise.reject(new ApiError(401, { error: 'NOT_SIGNED_IN' }));

function signedIn() {
  const onSignedOut = vi.fn();
  const client = createQueryClient({ onSignedOut });
  client.setQueryData([...meQuery.queryKey], {});
  const ask = () => client.fetchQuery({ queryKey: ['servers'], queryFn: refused }).catch(() => undefined);
  return { client, onSignedOut, ask };
}

test('somebody whose session is over is told so, once', async () => {
  const { onSignedOut, ask } = signedIn();
  await Promise.all([ask(), ask()]);
  await ask();
  expect(onSignedOut).toHaveBeenCalledTimes(1);
});

test('somebody who is signing out is not, when a request of the page is refused meanwhile', async () => {
  const { client, onSignedOut, ask } = signedIn();
  let end = () => {};
  const leave = new MutationObserver(client, { mutationKey: SIGN_OUT, mutationFn: () => new Promise<void>((resolve) => (end = resolve)) });
  const left = leave.mutate();
  await ask();
  expect(onSignedOut).not.toHaveBeenCalled();
  end();
  await left;
});
