/** Where a card is entered, and where its holder may have to prove who they are: see the server's `console-pages.ts`. */
export const ADD_CARD_PATH = '/console/billing/payment-methods/add';
export const paymentPath = (paymentId: string) => `/console/billing/payments/${paymentId}`;
