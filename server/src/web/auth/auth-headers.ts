/** By which headers the door tells the library who asks. Those that a client sends by these names do not reach it. */
export const CLIENT_ADDRESS = 'x-boreal-address';
export const REQUEST_ID = 'x-boreal-request-id';
