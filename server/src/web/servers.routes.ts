import { ConsoleCreateServerRequest, ConsoleServerDetail } from '@boreal/contract/console.ts';
import { ServerCreated } from '@boreal/contract/servers.ts';
import { createServer } from '../core/servers/create-server.ts';
import { getConsoleServer } from '../core/servers/get-console-server.ts';
import { endpoint } from '../door/define-endpoint.ts';
import { ownServerDeletedToo, ServerPath } from '../door/own-server.ts';
import { CHANGES, READS } from './console-limits.ts';

/** Rows of REST that say more to people: REST has the fields of its specification and no other. */
export const serversRoutes = [
  endpoint(
    'POST',
    '/servers',
    {
      group: 'Console',
      limit: CHANGES,
      needs: 'servers.write',
      takes: { body: ConsoleCreateServerRequest },
      status: 201,
      data: ServerCreated,
      errors: [
        'INVALID_REQUEST',
        'ACCOUNT_SUSPENDED',
        'INSUFFICIENT_CREDITS',
        'PAYMENT_REQUIRED',
        'BUDGET_CAP_REACHED',
        'PLAN_NOT_AVAILABLE',
      ],
      name: 'createServer',
      summary: 'Deploy a server; the first hour is taken from the credit',
    },
    (ctx, { body }) => createServer(ctx, body),
  ),
  endpoint(
    'GET',
    '/servers/:id',
    {
      group: 'Console',
      limit: READS,
      needs: 'servers.read',
      takes: { params: ServerPath },
      data: ConsoleServerDetail,
      owns: ownServerDeletedToo,
      errors: ['NOT_FOUND'],
      name: 'getServer',
      summary: 'One server, whom to sign in as, and what is paid for it',
    },
    (ctx, { params: { id } }) => getConsoleServer(ctx, { serverId: id }),
  ),
];
