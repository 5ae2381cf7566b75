import { TIME_HEADER } from '@boreal/contract/api/time-header.ts';
import { CONSOLE_PREFIXES } from '@boreal/contract/api/request.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../core/ground/ctx.ts';
import type { Endpoint } from '../door/endpoint.ts';
import { mountOperation, speakAsDoor, type OperationParts } from '../door/mount-operation.ts';
import type { Engines } from '../engines/engines.ts';
import type { Payments } from '../payments/port.ts';
import { answerUnchanged } from './answer-unchanged.ts';
import type { Secrets } from '../core/ground/people/two-factor-secrets.ts';
import type { VerifyLink } from '../core/money/accounts/sign-up.ts';
import { memberGate, operatorGate, personGate, strangerGate, type Gate, type GateParts } from './console-gate.ts';
import { customerEndpoints, operatorEndpoints } from './console-tables.ts';
import { personRoutes } from './person.routes.ts';
import { proofRoutes } from './proof.routes.ts';
import { strangerRoutes } from './stranger.routes.ts';
import { allAuditFiles, auditFiles } from './audit-files.ts';
import { chargesRoutes } from './charges.routes.ts';
import { anyExportFile, exportFile } from './export-file.ts';
import { anyInvoiceFile, invoiceFile, invoicesZip } from './invoice-file.ts';
import { operatorExports } from './operator/export-files.ts';
import { recordLook } from './operator/record-look.ts';
import { costsFiles } from './costs-files.ts';
import { serverUsageFiles } from './server-usage-files.ts';
import { transactionsFile } from './transactions-file.ts';

export interface ConsoleDoorParts extends GateParts {
  readonly engines: Engines;
  readonly payments: Payments;
  readonly secrets: Secrets;
  /** Makes the link that confirms an address. */
  readonly makeLink: (email: string) => Promise<VerifyLink>;
}

/** Mounts the console's calls: for the person themselves, for an account (`/accounts/:accountId/…`), and for operators. */
export async function consoleDoor(app: FastifyInstance, parts: ConsoleDoorParts): Promise<void> {
  speakAsDoor(app, { siteUrl: parts.siteUrl, log: parts.base.log });
  app.addHook('onSend', answerUnchanged);
  app.addHook('onSend', async (_request, reply) => void reply.header(TIME_HEADER, parts.base.clock.now().getTime()));
  mountAll(app, strangerRoutes(parts), strangerGate(parts), parts, () => null);
  mountAll(app, personRoutes, personGate(parts), parts, () => null);
  mountAll(app, proofRoutes(parts), personGate(parts), parts, () => null);
  await app.register(
    async (account) => {
      mountAll(account, customerEndpoints, memberGate(parts), parts, (ctx) => ctx.accountId);
      // They call the provider, for which no transaction may wait, so no Idempotency-Key wraps them in one.
      mountAll(account, chargesRoutes(parts), memberGate(parts), parts, () => null);
      exportFile(account, memberGate(parts));
      transactionsFile(account, memberGate(parts));
      costsFiles(account, memberGate(parts));
      serverUsageFiles(account, memberGate(parts));
      auditFiles(account, memberGate(parts));
      invoiceFile(account, memberGate(parts));
      invoicesZip(account, memberGate(parts));
    },
    { prefix: CONSOLE_PREFIXES.account },
  );
  await app.register(
    async (operator) => {
      mountAll(operator, operatorEndpoints, operatorGate(parts), parts, () => null, recordLook);
      anyExportFile(operator, operatorGate(parts));
      anyInvoiceFile(operator, operatorGate(parts));
      operatorExports(operator, operatorGate(parts));
      allAuditFiles(operator, operatorGate(parts));
    },
    { prefix: CONSOLE_PREFIXES.operator },
  );
}

function mountAll<C extends Ctx>(
  app: FastifyInstance,
  endpoints: readonly Endpoint<C>[],
  gate: Gate<C>,
  { engines, siteUrl, base }: ConsoleDoorParts,
  keyHolder: (ctx: C) => string | null,
  beforeAnswer?: OperationParts<C>['beforeAnswer'],
): void {
  // Not a decorator: each table has its own kind of context, and no cast restores it.
  const contexts = new WeakMap<FastifyRequest, C>();
  for (const endpoint of endpoints) {
    if (endpoint.work.kind !== 'operation') throw new Error(`${endpoint.path} is a document: REST serves it`);
    mountOperation(app, endpoint, endpoint.work, {
      engines,
      siteUrl,
      log: base.log,
      gate: (row) => async (request, reply) => void contexts.set(request, await gate(request, reply, row)),
      ctxOf: (request) => contexts.get(request) ?? null,
      keyHolder,
      ...(beforeAnswer && { beforeAnswer }),
    });
  }
}
