/** The first row that a query finds; null if there is none. */
export async function firstOrNull<Row>(query: { executeTakeFirst(): Promise<Row | undefined> }): Promise<Row | null> {
  return (await query.executeTakeFirst()) ?? null;
}
