/**
 * The header in which Boreal sends the console its own time, in milliseconds since 1970: the time it bills by and records events with. A
 * demo's clock runs faster than a browser's, and a browser's clock may be wrong.
 */
export const TIME_HEADER = 'x-boreal-time';
