import { z } from 'zod';
import { AtStake, PaidTerms, RefundsShown } from './at-stake.ts';
import { PaymentStatus } from '../billing/status.ts';
import { ServerLabel } from './labels.ts';
import { secretText } from '../values/secret-text.ts';
import { CreateServerRequest, ImageId, ServerAction, ServerActionRequest, ServerDetail, type ServerStatus } from './servers.ts';

/** The hourly rate that the person was shown: if it has changed, they are asked again. */
const expectedHourlyRateCad = z.number().min(0).optional();

/** As over REST, with the image that the person chose. */
export const ConsoleCreateServerRequest = CreateServerRequest.extend({ imageId: ImageId.optional(), expectedHourlyRateCad });
export type ConsoleCreateServerRequest = z.infer<typeof ConsoleCreateServerRequest>;

/** As over REST; the rate matters where the action makes the server's billing resume. */
export const ConsoleServerActionRequest = ServerActionRequest.extend({ expectedHourlyRateCad });
export type ConsoleServerActionRequest = z.infer<typeof ConsoleServerActionRequest>;

/** As over REST, with the refunds that the dialog showed. */
export const ConsoleDeleteServerRequest = z.strictObject({ shown: RefundsShown.optional() });
export type ConsoleDeleteServerRequest = z.infer<typeof ConsoleDeleteServerRequest>;

/** What is prepaid for a server. */
export const ServerTerms = PaidTerms.extend({
  orderId: z.string(),
  autoRenew: z.boolean(),
  canceled: z.boolean(),
  /** The latest card charge for it. */
  payment: z.object({ id: z.string(), status: PaymentStatus }).nullable(),
});
export type ServerTerms = z.infer<typeof ServerTerms>;

/** As over REST, with its cost and what is paid for it. */
export const ConsoleServerDetail = ServerDetail.extend({
  sshUser: z.string().meta({ description: 'The user to log in as with ssh.', example: 'ubuntu' }),
  regionName: z.string().meta({ description: 'What people call the region', example: 'Montréal' }),
  workDiskGb: z.int().meta({ description: 'GB; 0 when there is none' }),
  /** `scratch`: empty after hibernation; `kept`: it may be empty. */
  workDisk: z.enum(['kept', 'scratch']),
  /** False: the metrics of servers like this one are always empty. */
  measured: z.boolean(),
  /** What a browser can open: a shell, the serial console, or nothing. */
  terminal: z.enum(['shell', 'line', 'none']),
  /** CAD per running hour; null for prepaid servers. */
  hourlyRate: z.number().nullable(),
  /** When it entered its status; null: longer ago than its activity log reaches. */
  statusSince: z.iso.datetime().nullable(),
  terms: ServerTerms.nullable().meta({ description: 'Null on servers by the hour' }),
  labels: z.array(ServerLabel),
  note: z.string().nullable(),
});
export type ConsoleServerDetail = z.infer<typeof ConsoleServerDetail>;

/** What actions on one of several servers cost, lose or refund. */
export const ServerStake = AtStake.extend({
  id: z.string(),
  hourlyRate: z.number().nullable().meta({ description: 'CAD for an hour from now on; null for prepaid servers, and without a price' }),
});
export type ServerStake = z.infer<typeof ServerStake>;

/** The changing part of a list of servers: small, so that it can be polled every few seconds. */
export const ServerState = ServerDetail.pick({
  id: true,
  name: true,
  status: true,
  task: true,
  ipv4: true,
  sshPort: true,
  updatedAt: true,
}).extend({
  allowedActions: z.array(ServerAction),
  /** When a prepaid server's term ends; null for an hourly server, and once the term is over. */
  paidUntil: z.iso.datetime().nullable(),
  /** CAD per running hour; null for prepaid servers. */
  hourlyRate: z.number().nullable(),
  labels: z.array(ServerLabel),
});
export type ServerState = z.infer<typeof ServerState>;

/** How many servers an overview shows, newest first. */
export const OVERVIEW_SERVERS = 8;

/** How busy a running server is. */
export const ServerLoad = z.object({
  id: z.string(),
  cpu: z.number().nullable().meta({ description: 'Percent of all its cores over the last five minutes; null where nothing was measured' }),
});
export type ServerLoad = z.infer<typeof ServerLoad>;

/** A link that opens a server's terminal, once, within a few minutes. */
export const ConsoleLink = z.object({ url: secretText(z.url()), expiresAt: z.iso.datetime() });
export type ConsoleLink = z.infer<typeof ConsoleLink>;

/** Whether a server in this status can open a terminal, if its engine has one. */
export function opensTerminal(status: ServerStatus): boolean {
  return status === 'ACTIVE';
}
