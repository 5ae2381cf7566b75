import { ShownOfServer } from '@boreal/contract/servers/at-stake.ts';

/** What a dialog said is refunded with a server: sent along, so that it is not deleted for less. */
export const shownOf = (server: ShownOfServer): ShownOfServer => ShownOfServer.parse(server);
