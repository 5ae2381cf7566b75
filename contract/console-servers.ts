import { OrderStatus, PaymentStatus } from './billing-status.ts';
import { z } from 'zod';
import { ServerLabel } from './server-labels.ts';
import { secretText } from './secret-text.ts';
import { CreateServerRequest, ImageId, ServerAction, ServerDetail, type ServerStatus } from './servers.ts';

/** As over REST, with the image that the person chose. */
export const ConsoleCreateServerRequest = CreateServerRequest.extend({ imageId: ImageId.optional() });
export type ConsoleCreateServerRequest = z.infer<typeof ConsoleCreateServerRequest>;

/** What is prepaid for a server. */
export const ServerTerms = z.object({
  orderId: z.string(),
  status: OrderStatus,
  autoRenew: z.boolean(),
  canceled: z.boolean(),
  /** The end of the current or last term; null before the first is paid. */
  paidUntil: z.iso.datetime().nullable(),
  /** A paid term that has not begun: CAD with its taxes. */
  next: z.object({ start: z.iso.datetime(), end: z.iso.datetime(), paid: z.number() }).nullable(),
  /** The latest charge of a card for it. */
  payment: z.object({ id: z.string(), status: PaymentStatus }).nullable(),
});
export type ServerTerms = z.infer<typeof ServerTerms>;

/** As over REST, with the user name to log in as, what it costs, and what is paid for it. */
export const ConsoleServerDetail = ServerDetail.extend({
  regionName: z.string().meta({ description: 'What people call the region', example: 'Montréal' }),
  sshUser: z.string().meta({ description: 'The user to log in as with ssh.', example: 'ubuntu' }),
  workDiskGb: z.int().meta({ description: 'GB; 0 when there is none' }),
  /** `scratch`: it is empty after a hibernation; `kept`: it may be. */
  workDisk: z.enum(['kept', 'scratch']),
  /** False: the metrics of servers like this one are always empty. */
  measured: z.boolean(),
  /** What a browser can open: a shell, the serial line, or nothing. */
  terminal: z.enum(['shell', 'line', 'none']),
  /** CAD per running hour; null for prepaid servers. */
  hourlyRate: z.number().nullable(),
  /** When it got its status; null: longer ago than its activity is kept. */
  statusSince: z.iso.datetime().nullable(),
  terms: ServerTerms.nullable().meta({ description: 'Null on servers by the hour' }),
  labels: z.array(ServerLabel),
  note: z.string().nullable(),
});
export type ConsoleServerDetail = z.infer<typeof ConsoleServerDetail>;

/** What of the hour already paid is refunded when a server is deleted; `over`: there is none, or its rest was refunded before. */
export const HourAtStake = z.enum(['refunded', 'rest_refunded', 'kept', 'over']);
export type HourAtStake = z.infer<typeof HourAtStake>;

/** What an action costs, loses or refunds with a server: read before it is asked for, whichever page asks. */
export const ServerStake = z.object({
  id: z.string(),
  everActive: z.boolean(),
  /** `scratch`: it is empty after a hibernation; `kept`: it may be. */
  workDisk: z.enum(['none', 'kept', 'scratch']),
  keptGb: z.int().meta({ description: 'GB of disks that it keeps in hibernation' }),
  hour: HourAtStake.nullable().meta({ description: 'Null on prepaid servers' }),
  terms: ServerTerms.pick({ status: true, paidUntil: true, next: true }).nullable().meta({ description: 'Null on servers by the hour' }),
});
export type ServerStake = z.infer<typeof ServerStake>;

/** What changes while somebody looks at a list of servers: small, so that it can be polled every few seconds. */
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
  /** When a prepaid server's term ends; null for an hourly one, and when its term is over. */
  paidUntil: z.iso.datetime().nullable(),
  /** CAD per running hour; null for prepaid servers. */
  hourlyRate: z.number().nullable(),
  labels: z.array(ServerLabel),
});
export type ServerState = z.infer<typeof ServerState>;

/** How many servers an overview shows, the newest. */
export const OVERVIEW_SERVERS = 8;

/** How busy a server is that runs. */
export const ServerLoad = z.object({
  id: z.string(),
  cpu: z.number().nullable().meta({ description: 'Percent of all its cores over the last five minutes; null where nothing was measured' }),
});
export type ServerLoad = z.infer<typeof ServerLoad>;

/** A link that opens a terminal of a server, once, within a few minutes. */
export const ConsoleLink = z.object({ url: secretText(z.url()), expiresAt: z.iso.datetime() });
export type ConsoleLink = z.infer<typeof ConsoleLink>;

/** Whether a server in this status opens a terminal, where its engine has one. */
export function opensTerminal(status: ServerStatus): boolean {
  return status === 'ACTIVE';
}
