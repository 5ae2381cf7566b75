import type { Page } from './client.ts';

const PAGE = 1000;

/** Every item of a list, page after page: `for await (const server of all((page) => boreal.listServers(page)))`. */
export async function* all<T>(list: (page: { limit: number; cursor?: string }) => Promise<Page<T>>): AsyncGenerator<T, void, void> {
  let cursor: string | null = null;
  do {
    const page: Page<T> = await list(cursor === null ? { limit: PAGE } : { limit: PAGE, cursor });
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
