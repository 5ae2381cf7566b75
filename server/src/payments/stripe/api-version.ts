/**
 * The version of Stripe's API that this adapter was written for, whatever the account's default is. An SDK made for another does
 * not compile until somebody has read what changed.
 */
export const API_VERSION = '2026-10-28.endive';
