import { Readable } from 'node:stream';
import { ANY_EXPORT_FILE, EXPORT_FILE } from '@boreal/contract/api/console-files.ts';
import { IdText } from '@boreal/contract/values/ids.ts';
import { Language } from '@boreal/contract/words/language.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { exportAccount } from '../core/commerce/data-export/export-account.ts';
import type { Ctx, CustomerCtx } from '../core/ground/ctx.ts';
import { findAccount } from '../core/money/accounts/accounts.store.ts';
import type { OperatorCtx } from '../door/operator-ctx.ts';
import { notFound } from '../kit/errors.ts';
import { preferredLocale } from '../kit/locale.ts';
import { validate } from '../kit/validate.ts';
import type { Gate } from './console-gate.ts';

const Query = z.object({ language: Language.optional() });
const Path = z.object({ accountId: IdText });

/** Mounts all of an account's data as a file, streamed as it is read. */
export function exportFile(app: FastifyInstance, gate: Gate<CustomerCtx>): void {
  mount(app, gate, { file: EXPORT_FILE, of: (ctx) => Promise.resolve(ctx) });
}

/** The same for any customer's account; its audit log records which operator took it. */
export function anyExportFile(app: FastifyInstance, gate: Gate<OperatorCtx>): void {
  mount(app, gate, {
    file: ANY_EXPORT_FILE,
    of: async (ctx, params) => {
      const path = Path.safeParse(params);
      const account = path.success ? await findAccount(ctx.db.sql, path.data.accountId) : null;
      if (!account) throw notFound('account');
      return { ...ctx, accountId: account.id };
    },
  });
}

function mount<C extends Ctx>(
  app: FastifyInstance,
  gate: Gate<C>,
  { file, of }: { file: typeof EXPORT_FILE | typeof ANY_EXPORT_FILE; of: (ctx: C, params: unknown) => Promise<CustomerCtx> },
): void {
  app.get(file.path, async (request, reply) => {
    const ctx = await of(await gate(request, reply, file), request.params);
    const { language = preferredLocale(request.headers['accept-language']) } = validate(Query, request.query);
    const chunks = await exportAccount(ctx, { language });
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="boreal-${ctx.accountId}.json"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(chunks));
  });
}
