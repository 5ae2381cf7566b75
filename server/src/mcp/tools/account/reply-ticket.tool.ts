import { IdText } from '@boreal/contract/values/ids.ts';
import { ReplyTicketRequest, TicketMessage } from '@boreal/contract/account/support.ts';
import { z } from 'zod';
import { replyTicket as writeReply } from '../../../core/commerce/support/reply-ticket.ts';
import { defineTool } from '../../define-tool.ts';

export const replyTicket = defineTool({
  name: 'svc_reply_ticket',
  group: 'account',
  title: 'Reply to a support ticket',
  description: 'Add a message to a ticket; a closed one opens again.',
  effect: 'write',
  mails: true,
  input: z.strictObject({ ticketId: IdText, message: ReplyTicketRequest.shape.message }),
  output: z.object({ message: TicketMessage }),
  run: async (ctx, args) => ({ message: await writeReply(ctx, args) }),
  tell: ({ message }) => `Sent as ${message.id}.`,
});
