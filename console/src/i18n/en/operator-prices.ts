/** What tables of prices say, on pages of plans, of prices and of accounts. */
export const en = {
  hourly: 'Hourly',
  monthly: 'Monthly',
  annual: 'Monthly, paid by the year',
  validFrom: 'From',
  withdrawn: 'Withdrawn',
  notYet: 'Not yet in force',
};
