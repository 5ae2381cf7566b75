/** How the taxes that a customer is registered for are called. */
export const taxNames: ReadonlyMap<string, { readonly en: string; readonly fr: string }> = new Map([
  ['gst_hst', { en: 'GST/HST', fr: 'TPS/TVH' }],
  ['qst', { en: 'QST', fr: 'TVQ' }],
  ['pst', { en: 'PST', fr: 'TVP' }],
  ['vat', { en: 'VAT', fr: 'TVA' }],
]);
