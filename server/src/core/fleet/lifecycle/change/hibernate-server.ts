import type { Told } from '@boreal/contract/language.ts';
import type { Tx } from '../../../../db/connect.ts';
import { stopClock } from '../../../money/clocks/clock-runs.store.ts';
import { shareMeterMark } from '../../../money/clocks/meter-mark.store.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx, CustomerCtx } from '../../../ground/ctx.ts';
import { gatherNotice } from '../../../ground/notices/gather-notice.ts';
import { requireAction } from '../../servers/server.rules.ts';
import { lockOwnServer, lockServer, type LockedServer } from '../../servers/servers.store.ts';
import { wish, type Wish } from '../wish.ts';

/** Records the wish to hibernate. Billing ends with the hour that is paid; the system disk is kept, addresses and GPUs are released. */
export function hibernateServer(ctx: CustomerCtx, input: { serverId: string }): Promise<void> {
  return ctx.transact(async (tx) => {
    await shareMeterMark(tx);
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    requireAction(server, 'hibernate');
    await stopClock(tx, { serverId: server.id, at: ctx.clock.now() });
    await wishToHibernate(tx, ctx, server, {
      type: 'server.hibernate_requested',
      message: {
        en: 'Hibernation accepted. Nothing more is billed after the hour already paid.',
        fr: 'Hibernation acceptée. Rien de plus n’est facturé après l’heure déjà payée.',
      },
    });
    await recordAudit(tx, ctx, { accountId: ctx.accountId, action: 'server.hibernated', target: server.id });
  });
}

const unpaidMessages = {
  ACCOUNT_SUSPENDED: {
    en: 'The account is suspended: the server is being hibernated at the end of the paid hour. Its system disk is kept; its work disk may be empty when you restore it. Write to support to have the account reactivated, then restore it.',
    fr: 'Le compte est suspendu : le serveur est mis en hibernation à la fin de l’heure payée. Son disque système est conservé ; son disque de travail peut être vide ensuite. Écrivez à l’assistance pour faire réactiver le compte, puis restaurez-le.',
  },
  CREDIT_EXHAUSTED: {
    en: 'The credit does not cover the next hour: the server is being hibernated. Its system disk is kept; its work disk may be empty when you restore it. Add credits, then restore it.',
    fr: 'Le crédit ne couvre pas l’heure suivante : le serveur est mis en hibernation. Son disque système est conservé ; son disque de travail peut être vide ensuite. Ajoutez du crédit, puis restaurez-le.',
  },
  BUDGET_CAP_REACHED: {
    en: 'A budget would be passed by the next hour: the server is being hibernated. Its system disk is kept; its work disk may be empty when you restore it. Raise the limit or wait for the next period, then restore it.',
    fr: 'L’heure suivante dépasserait un budget : le serveur est mis en hibernation. Son disque système est conservé ; son disque de travail peut être vide ensuite. Relevez la limite ou attendez la période suivante, puis restaurez-le.',
  },
  KEY_CAP_REACHED: {
    en: 'The next hour would pass a cap of the MCP key that this server runs for: it is being hibernated. Its system disk is kept; its work disk may be empty when you restore it. Raise the cap or restore it yourself.',
    fr: 'L’heure suivante dépasserait un plafond de la clé MCP pour laquelle ce serveur fonctionne : il est mis en hibernation. Son disque système est conservé ; son disque de travail peut être vide ensuite. Relevez le plafond ou restaurez-le vous-même.',
  },
  NO_PRICE: {
    en: 'No price is in force for this plan, so its next hour cannot be billed: the server is being hibernated. Its system disk is kept; its work disk may be empty when you restore it. Write to support to have a price agreed, then restore it.',
    fr: 'Aucun prix n’est en vigueur pour ce produit, et l’heure suivante ne peut pas être facturée : le serveur est mis en hibernation. Son disque système est conservé ; son disque de travail peut être vide ensuite. Écrivez à l’assistance pour convenir d’un prix, puis restaurez-le.',
  },
  TERM_ENDED: {
    en: 'The paid term has ended and was not renewed: the server is being hibernated. Its system disk is kept; its work disk may be empty when you restore it. Renew the order, and it is restored.',
    fr: 'La période payée est terminée et n’a pas été renouvelée : le serveur est mis en hibernation. Son disque système est conservé ; son disque de travail peut être vide ensuite. Renouvelez la commande, et il est restauré.',
  },
  ORDER_CANCELED: {
    en: 'The order was cancelled and its paid term has ended: the server is being hibernated. Its system disk is kept; its work disk may be empty. Delete it when you no longer need the data.',
    fr: 'La commande a été annulée et sa période payée est terminée : le serveur est mis en hibernation. Son disque système est conservé ; son disque de travail peut être vide ensuite. Supprimez-le quand vous n’avez plus besoin des données.',
  },
} as const satisfies Record<string, Told>;

const unpaidNotices = {
  // Its people were told when it was suspended.
  ACCOUNT_SUSPENDED: null,
  CREDIT_EXHAUSTED: 'credit_exhausted',
  BUDGET_CAP_REACHED: 'budget_reached',
  KEY_CAP_REACHED: 'budget_reached',
  NO_PRICE: 'hibernated',
  TERM_ENDED: 'hibernated',
  ORDER_CANCELED: 'hibernated',
} as const satisfies Record<keyof typeof unpaidMessages, string | null>;

/**
 * Hibernates a server whose next hour or term is not paid; its clock has stopped. One that is at rest or going there already is
 * left alone. The customer is told by mail, of all that end together in one. The account is locked.
 */
export async function hibernateUnpaidServer(
  tx: Tx,
  ctx: Ctx,
  input: { serverId: string; reason: keyof typeof unpaidMessages },
): Promise<void> {
  const server = await lockServer(tx, input.serverId);
  if (!server || server.goal === 'hibernated' || server.goal === 'gone') return;
  await wishToHibernate(tx, ctx, server, {
    type: 'server.hibernate_requested',
    level: 'warning',
    reason: input.reason,
    message: unpaidMessages[input.reason],
  });
  const kind = unpaidNotices[input.reason];
  if (kind === null) return;
  const data = { serverName: server.name, ...(input.reason === 'ORDER_CANCELED' && { canceled: true }) };
  await gatherNotice(tx, ctx, { accountId: server.accountId, kind, serverId: server.id, data });
}

async function wishToHibernate(tx: Tx, ctx: Ctx, server: LockedServer, event: Omit<Wish, 'change'>): Promise<void> {
  await wish(tx, ctx, server, { change: { task: 'hibernating', goal: 'hibernated' }, ...event });
}
