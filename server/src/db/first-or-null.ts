/** The first row that a query finds; null when there is none. */
export async function firstOrNull<Row>(query: { executeTakeFirst(): Promise<Row | undefined> }): Promise<Row | null> {
  return (await query.executeTakeFirst()) ?? null;
}
