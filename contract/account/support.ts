import { z } from 'zod';
import { IdText } from '../values/ids.ts';
import { schemaSentences } from '../values/schema-sentences.ts';
import { lineText, MessageText } from '../values/written-text.ts';

/**
 * Who must act next on a ticket: `open` until an operator first answers, then whichever side did not write last. A closed ticket reopens
 * when its customer writes.
 */
export const TicketStatus = z.enum(['open', 'waiting_for_customer', 'waiting_for_operator', 'closed']);
export type TicketStatus = z.infer<typeof TicketStatus>;

/** How a message, or closing, changes a ticket's status, for all doors. */
export const ticketMoves = {
  customer_writes: {
    open: 'open',
    waiting_for_customer: 'waiting_for_operator',
    waiting_for_operator: 'waiting_for_operator',
    closed: 'waiting_for_operator',
  },
  operator_writes: {
    open: 'waiting_for_customer',
    waiting_for_customer: 'waiting_for_customer',
    waiting_for_operator: 'waiting_for_customer',
    closed: 'waiting_for_customer',
  },
  closes: { open: 'closed', waiting_for_customer: 'closed', waiting_for_operator: 'closed', closed: 'closed' },
} as const satisfies Record<string, Record<TicketStatus, TicketStatus>>;

/** The most messages on a ticket, and the most tickets that an account can have open. */
export const TICKET_MESSAGES_MAX = 500;
export const OPEN_TICKETS_MAX = 50;

const Attachments = z
  .array(z.unknown())
  .max(0, schemaSentences.noAttachments.en)
  .optional()
  .meta({ description: 'Not taken yet: paste text into the message, or link to the file.' });

export const CreateTicketRequest = z
  .strictObject({
    subject: lineText(schemaSentences.subject).meta({ example: 'No answer by SSH' }),
    message: MessageText,
    serverId: IdText.optional().meta({ description: 'The server that it is about', example: 'srv_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    attachments: Attachments,
  })
  .meta({ id: 'CreateTicketRequest' });
export type CreateTicketRequest = z.infer<typeof CreateTicketRequest>;

export const ReplyTicketRequest = z.strictObject({ message: MessageText, attachments: Attachments }).meta({ id: 'ReplyTicketRequest' });
export type ReplyTicketRequest = z.infer<typeof ReplyTicketRequest>;

export const TicketMessage = z
  .object({
    id: z.string().meta({ example: 'msg_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    from: z.enum(['customer', 'operator']),
    author: z.string().nullable().meta({ description: 'Name of the person or key that wrote it' }),
    message: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'TicketMessage' });
export type TicketMessage = z.infer<typeof TicketMessage>;

export const Ticket = z
  .object({
    id: z.string().meta({ example: 'tkt_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    subject: z.string(),
    status: TicketStatus,
    serverId: z.string().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().meta({ description: 'When somebody last wrote or closed it' }),
    closedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Ticket' });
export type Ticket = z.infer<typeof Ticket>;

/** A ticket with its messages, oldest first. */
export const TicketDetail = Ticket.extend({ messages: z.array(TicketMessage) }).meta({ id: 'TicketDetail' });
export type TicketDetail = z.infer<typeof TicketDetail>;

/** The same, as a member of its account reads it. */
export const TicketToAnswer = TicketDetail.extend({
  mayWrite: z.boolean().optional().meta({ description: 'Whether the caller may write to it and close it; absent: as their role says' }),
}).meta({ id: 'TicketToAnswer' });
export type TicketToAnswer = z.infer<typeof TicketToAnswer>;
