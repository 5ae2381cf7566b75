/** The chart of what was spent. */
export const en = {
  title: 'Daily spend, last 30 days',
  servers: 'Servers by the hour',
  backups: 'Backups',
  orders: 'Prepaid terms',
  refunds: 'Refunded',
  day: 'Day',
  total: 'Total',
};
