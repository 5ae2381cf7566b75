import { Readable } from 'node:stream';
import { EXPORT_FILE } from '@boreal/contract/console-files.ts';
import { Language } from '@boreal/contract/language.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { exportAccount } from '../core/commerce/data-export/export-account.ts';
import type { CustomerCtx } from '../core/ground/ctx.ts';
import { preferredLocale } from '../kit/locale.ts';
import { validate } from '../kit/validate.ts';
import type { Gate } from './console-gate.ts';

const Query = z.object({ language: Language.optional() });

/** Mounts all of an account's data as a file, streamed as it is read. */
export function exportFile(app: FastifyInstance, gate: Gate<CustomerCtx>): void {
  app.get(EXPORT_FILE.path, async (request, reply) => {
    const ctx = await gate(request, reply, EXPORT_FILE);
    const { language = preferredLocale(request.headers['accept-language']) } = validate(Query, request.query);
    const chunks = await exportAccount(ctx, { language });
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="boreal-${ctx.accountId}.json"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(chunks));
  });
}
