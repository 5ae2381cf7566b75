/** The headers that tell the library who the caller is. A client's own headers with these names are dropped. */
export const CLIENT_ADDRESS = 'x-boreal-address';
export const REQUEST_ID = 'x-boreal-request-id';
