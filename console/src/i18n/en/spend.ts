/** The chart of what was spent. */
export const en = {
  title: 'Daily spend, last 30 days',
  servers: 'Hourly servers',
  backups: 'Backups',
  orders: 'Prepaid terms',
  refunds: 'Refunded',
  day: 'Day',
  total: 'Total',
};
