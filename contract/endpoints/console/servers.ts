import { z } from 'zod';
import { ServerBudget } from '../../billing.ts';
import { memberChanges, memberReads } from '../../console-rows.ts';
import { ConsoleCreateServerRequest, ConsoleLink, ConsoleServerDetail, ServerState, SetServerBudgetRequest } from '../../console.ts';
import { endpoint } from '../../endpoint.ts';
import { ServerPath } from '../../paths.ts';
import { ServerCreated } from '../../servers.ts';

export const listServerStates = endpoint('GET', '/server-states', {
  ...memberReads,
  needs: 'servers.read',
  takes: {},
  data: z.array(ServerState),
  summary: 'What changes of servers while one looks at them',
});

export const setServerBudget = endpoint('PUT', '/servers/:id/budget', {
  ...memberChanges,
  needs: 'billing.write',
  takes: { params: ServerPath, body: SetServerBudgetRequest },
  data: ServerBudget,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  owns: 'live server',
  summary: "Set or lift a server's own monthly limit",
});

export const createServer = endpoint('POST', '/servers', {
  ...memberChanges,
  needs: 'servers.write',
  takes: { body: ConsoleCreateServerRequest },
  status: 201,
  data: ServerCreated,
  errors: ['INVALID_REQUEST', 'ACCOUNT_SUSPENDED', 'INSUFFICIENT_CREDITS', 'PAYMENT_REQUIRED', 'BUDGET_CAP_REACHED', 'PLAN_NOT_AVAILABLE'],
  summary: 'Deploy a server; the first hour is taken from the credit',
});

export const getServer = endpoint('GET', '/servers/:id', {
  ...memberReads,
  needs: 'servers.read',
  takes: { params: ServerPath },
  data: ConsoleServerDetail,
  errors: ['NOT_FOUND'],
  owns: 'deleted server too',
  summary: 'One server, whom to sign in as, and what is paid for it',
});

export const createConsoleLink = endpoint('POST', '/servers/:id/console-link', {
  ...memberChanges,
  needs: 'servers.write',
  takes: { params: ServerPath },
  status: 201,
  data: ConsoleLink,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  owns: 'live server',
  summary: 'A link that opens the serial console of a running server once, within five minutes',
});
