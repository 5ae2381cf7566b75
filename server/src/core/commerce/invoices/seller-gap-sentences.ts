import type { SellerGap } from '@boreal/contract/operator/oversight.ts';

/** What documents lack, and the operator's command that sets it. */
export const sellerGapSentences = {
  name: 'They do not say who sells: npm run operator -- company set --name "Nord Calcul inc."',
  address:
    'They have no address of the seller: npm run operator -- company set --line1 "1 rue Principale" --city Montréal --province QC --postal-code "H3B 1A5"',
  email: 'They do not say where to write about money: npm run operator -- company set --email facturation@example.com',
  gst_hst_number: 'They have no GST/HST number, and GST or HST is charged: npm run operator -- tax register GST_HST 123456789RT0001',
  qst_number: 'They have no QST number, and QST is charged: npm run operator -- tax register QST 1234567890TQ0001',
} as const satisfies Record<SellerGap, string>;
