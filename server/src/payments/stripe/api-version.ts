/**
 * The version of Stripe's API that this adapter was written for, whatever the account's default. An SDK made for another version does not
 * compile until someone has read what changed.
 */
export const API_VERSION = '2026-10-28.endive';
