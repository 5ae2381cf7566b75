/** Days of spending that the page of the credit shows. */
export const SPEND_SHOWN_DAYS = 30;
