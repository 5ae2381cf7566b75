const inToronto = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto', year: 'numeric', month: '2-digit', day: '2-digit' });

/** The day in Toronto, such as 2027-03-14. */
export function dayOf(at: Date): string {
  return inToronto.format(at);
}

export function monthOf(at: Date): string {
  return dayOf(at).slice(0, 7);
}
