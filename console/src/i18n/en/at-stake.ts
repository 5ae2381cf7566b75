/** What is refunded when servers are deleted: said alike to their customers and to operators. */
export const en = {
  hourKept: (count: number): string =>
    count === 1 ? 'The hour already paid is not refunded.' : 'The hours already paid are not refunded.',
  hourNeverUp: (count: number): string =>
    count === 1
      ? 'It never started, so its first hour is refunded as credit.'
      : 'They never started, so the first hour of each is refunded as credit.',
  hourNotUpYet: (count: number): string =>
    count === 1
      ? 'It has not started yet, so the hour paid to resume it is refunded as credit.'
      : 'They have not started yet, so the hour paid to resume each is refunded as credit.',
  hourMoving: (count: number): string =>
    count === 1
      ? 'It is moving to another host, so the rest of its hour is refunded as credit.'
      : 'They are moving to other hosts, so the rest of each hour is refunded as credit.',
  termForfeited: (date: string, count: number) =>
    `${count === 1 ? 'It is' : 'They are'} paid until ${date}. Deleting forfeits the rest of ${count === 1 ? 'this term' : 'these terms'}; nothing is refunded.`,
  nextTermRefunded: ({ start, end, paid, count }: { start: string; end: string; paid: string; count: number }) =>
    count === 1
      ? `The next term, from ${start} to ${end}, has not started: the ${paid} paid for it, taxes included, is refunded to the card.`
      : `Their next terms, from ${start} to ${end}, have not started: the ${paid} paid for each, taxes included, is refunded to the card.`,
  termRefunded: (count: number): string =>
    count === 1
      ? 'It never started, so the term paid for it is refunded to the card.'
      : 'They never started, so the term paid for each is refunded to the card.',
  termCharging: 'The card is still being charged: what is charged is refunded to it.',
};
