import { getMe } from '@boreal/contract/endpoints/console/person.ts';
import type { Me } from '@boreal/contract/people.ts';
import { z } from 'zod';

const Told = z.object({ data: getMe.data });

/** Who is signed in, as the server wrote it into the page: one question less before anything is shown. Null: it did not. */
export function meInPage(page: Pick<Document, 'getElementById'> = document): Me | null {
  const text = page.getElementById('me')?.textContent;
  if (!text) return null;
  try {
    return Told.safeParse(JSON.parse(text)).data?.data ?? null;
  } catch {
    return null;
  }
}
