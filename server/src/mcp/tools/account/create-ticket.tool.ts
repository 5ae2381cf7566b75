import { CreateTicketRequest, Ticket } from '@boreal/contract/account/support.ts';
import { z } from 'zod';
import { createTicket as openTicket } from '../../../core/commerce/support/create-ticket.ts';
import { defineTool } from '../../define-tool.ts';

export const createTicket = defineTool({
  name: 'svc_create_ticket',
  group: 'account',
  title: 'Open a support ticket',
  description: 'Ask the people who run the service; they answer by mail and in svc_list_tickets.',
  effect: 'write',
  mails: true,
  input: CreateTicketRequest.omit({ attachments: true }),
  output: z.object({ ticket: Ticket }),
  run: async (ctx, args) => ({ ticket: await openTicket(ctx, args) }),
  tell: ({ ticket }) => `Opened ${ticket.id}.`,
});
