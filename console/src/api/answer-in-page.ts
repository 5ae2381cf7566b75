import { z } from 'zod';

const Wrapped = z.object({ data: z.unknown() });

/** An answer that the server wrote into the page: one question less before anything is shown. Null: it did not. */
export function answerInPage<Schema extends z.ZodType>(
  id: string,
  data: Schema,
  page: Pick<Document, 'getElementById'> = document,
): z.output<Schema> | null {
  const text = page.getElementById(id)?.textContent;
  if (!text) return null;
  try {
    return data.safeParse(Wrapped.parse(JSON.parse(text)).data).data ?? null;
  } catch {
    return null;
  }
}
