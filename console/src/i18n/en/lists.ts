/** Above any list: filters that people save, and columns that they choose. */
export const en = {
  savedFilters: 'Saved filters',
  inForce: (name: string) => `Filter: ${name}`,
  saveThis: 'Save this filter…',
  nothingToSave: 'Choose a filter first.',
  manage: 'Manage saved filters…',
  from: 'From',
  to: 'To',
  days: 'Days are in Eastern Time.',
  wrongOrder: '“To” can’t be before “From”.',
  csv: 'Download CSV',
  json: 'Download JSON',
  columns: 'Columns',
  allColumns: 'Show all columns',
};
