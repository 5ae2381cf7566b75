import * as backups from '../endpoints/backups.ts';
import * as billing from '../endpoints/billing.ts';
import * as catalog from '../endpoints/catalog.ts';
import * as discovery from '../endpoints/discovery.ts';
import * as firewall from '../endpoints/firewall.ts';
import * as servers from '../endpoints/servers.ts';
import * as sshKeys from '../endpoints/ssh-keys.ts';

/** Everything that REST serves, by noun, for client programs: methods and paths (`request.ts`), schemas, errors, limits. */
export const restEndpoints = { catalog, servers, firewall, backups, sshKeys, billing, discovery };
