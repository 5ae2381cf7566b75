/**
 * The header by which Boreal tells the console what time it is, in milliseconds since 1970: the time by which it bills and says when
 * something was done. A demo's runs faster than a browser's clock, and that one may be wrong.
 */
export const TIME_HEADER = 'x-boreal-time';
