import { z } from 'zod';
import { deploy, untilActive } from './boreal-process-client.ts';
import { until } from './boreal-process.ts';
import type { OperatedBoreal } from './operated-boreal.ts';

/** Names as long as people really give them, with and without a place to break. */
const NAMES = {
  person: 'Marie-Ève Beauchamp-Létourneau',
  company: 'Institut québécois d’intelligence artificielle et de calcul inc.',
  server: 'entrainement-multimodal-quebec-nord-production-2026-11',
  unbroken: 'EntrainementMultimodalQuebecNordProduction202611',
  email: 'jean-sebastien.charbonneau-desrosiers@informatique.exemple.ca',
} as const;

const WithId = z.object({ id: z.string() });

/** Fills an account and what operators see with one of each, of long names; answers what stands for each part of a page's address. */
export async function fillWithLongNames(stage: OperatedBoreal): Promise<Record<string, string[]>> {
  const { aurore, operator, own, ask, boreal, customer, sshKeyId } = stage;
  const post = (path: string, body: unknown) => ask(aurore, 'POST', own(path), body);
  await stage.home.inDatabase(async ({ sql }) => {
    await sql.updateTable('users').set({ name: NAMES.person }).where('email', '=', customer.email).execute();
    await sql.updateTable('accounts').set({ name: NAMES.company }).where('id', '=', customer.accountId).execute();
  });

  const { cardId } = z.object({ cardId: z.string() }).parse(await post('/cards', {}));
  await post(`/cards/${cardId}/sandbox`, { card: 'visa' });
  const { paymentId } = z.object({ paymentId: z.string() }).parse(await post('/top-ups', { amountCad: 1000 }));
  const ordered = await post('/orders', { productId: 'h100-sxm-x1', cycle: 'monthly', sshKeyId, name: NAMES.unbroken });
  const { orderId } = z.object({ orderId: z.string() }).parse(ordered);

  const running = await deploy(boreal, customer.restKey, { productId: 'h100-sxm-x1', sshKeyId, name: NAMES.server });
  const labels = [
    { key: 'projet', value: 'vision-multimodale-quebec-nord-2026' },
    { key: 'EquipeDeRechercheAppliqueeEnVision', value: 'EntrainementMultimodalQuebecNord' },
  ];
  await ask(aurore, 'PUT', own(`/servers/${running}/description`), { name: NAMES.server, labels, note: NAMES.unbroken.repeat(3) });
  const spot = await deploy(boreal, customer.restKey, { productId: 'l4-x1-spot', sshKeyId, name: NAMES.unbroken });
  for (const id of [running, spot]) await untilActive(boreal, customer.restKey, id);

  const agent = WithId.parse(
    await post('/mcp-keys', { name: NAMES.unbroken, permissions: ['launch'], caps: { monthlySpend: 1500 }, approvalAbove: 5 }),
  );
  await post('/v1/api-keys', { name: NAMES.server });
  await post('/settings/ssh-keys/generate', { name: NAMES.unbroken });
  await post('/invitations', { email: NAMES.email, role: 'developer' });
  await post('/stock-alerts', { productId: 'l40s-x1' });
  const ticket = WithId.parse(
    await post('/tickets', {
      subject: `Plus de réponse de ${NAMES.server}`,
      message: `${NAMES.unbroken}\n${NAMES.email}`,
      serverId: running,
    }),
  );
  await ask(operator, 'PUT', '/operator/plans/h100-sxm-x1/hardware', {
    cpuModel: 'Intel Xeon Platinum 8480+ (Sapphire Rapids), 2 × 56',
    network: '2 × 200 Gbit/s InfiniBand HDR, 25 Gbit/s Ethernet',
  });
  const incident = WithId.parse(
    await ask(operator, 'POST', '/operator/incidents', {
      kind: 'incident',
      impact: 'degraded',
      components: ['deployments', 'billing'],
      title: { en: 'Deployments in Montréal take unusually long', fr: 'Les déploiements à Montréal sont anormalement longs' },
      text: { en: NAMES.server, fr: `${NAMES.server} ${NAMES.unbroken}` },
      key: 'long-names',
    }),
  );
  const announcement = WithId.parse(
    await ask(operator, 'POST', '/operator/incidents/announcements', {
      title: { en: 'New terms and prices for servers in Montréal', fr: 'Nouvelles conditions et nouveaux prix des serveurs à Montréal' },
      text: { en: NAMES.unbroken, fr: `${NAMES.server} ${NAMES.unbroken}` },
      endsAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
      key: 'long-names-announced',
    }),
  );
  await ask(operator, 'POST', `/operator${own('/credit')}`, { amount: 500, as: 'promo', reason: NAMES.server, key: 'long-names' });

  const Documents = z.array(WithId);
  const documents = await until(
    'what was charged is on a document',
    60_000,
    async () => Documents.parse(await ask(aurore, 'GET', own('/invoices'))),
    (found) => found.length > 1,
  );
  return {
    serverId: [running],
    '/console/servers/$serverId/{-$tab}': [running],
    tab: ['', 'firewall', 'backups', 'activity', 'billing'],
    keyId: [agent.id],
    orderId: [orderId],
    paymentId: [paymentId],
    invoiceId: documents.slice(0, 1).map(({ id }) => id),
    ticketId: [ticket.id],
    accountId: [customer.accountId],
    incidentId: [incident.id, announcement.id],
    planId: ['h100-sxm-x1'],
    provider: ['github'],
  };
}
