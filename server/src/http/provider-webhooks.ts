import type { FastifyInstance } from 'fastify';
import { receiveEvent } from '../core/commerce/settlement/receive-event.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { unmeasured, type Measures } from '../kit/measures.ts';
import { WebhookRefused, type Payments } from '../payments/port.ts';

const BODY_MAX_BYTES = 256 * 1024;

/** What a payment provider posted: its exact bytes, and the signature over them. */
export interface PostedNews {
  readonly body: string;
  readonly signature: string;
}

/** Handles a provider's event. `later`: this database is a copy, and the original must receive the event instead. */
export type TakeNews = (posted: PostedNews) => Promise<'stored' | 'not signed' | 'later'>;

/** Stores and handles the payment provider's events. Null if the provider posts none. */
export function providerWebhooks(
  ctx: Ctx,
  payments: Payments,
  { isFenced, measures = unmeasured }: { isFenced: () => Promise<boolean>; measures?: Measures | undefined },
): { readonly provider: string; readonly take: TakeNews } | null {
  if (payments.name === 'sandbox') return null;
  const take: TakeNews = async (posted) => {
    try {
      const event = payments.readWebhook(posted);
      if (event && (await isFenced())) {
        measures.newsCame('later');
        return 'later';
      }
      if (event) await receiveEvent(ctx, payments, event);
      measures.newsCame('taken');
      return 'stored';
    } catch (error) {
      if (!(error instanceof WebhookRefused)) throw error;
      // Without a signature it is somebody who tries addresses.
      if (posted.signature !== '') measures.newsCame('refused');
      ctx.log.warn('a message that claims to be of the payment provider is not signed by it');
      return 'not signed';
    }
  };
  return { provider: payments.name, take };
}

const status = { stored: 200, 'not signed': 400, later: 503 } as const;

/**
 * `POST /api/webhooks/{provider}`: outside the REST door, because the caller is not a customer. 200 once the event is stored, 400 if it is
 * not the provider's; after a 503 or a 500 the provider sends it again.
 */
export async function mountWebhooks(app: FastifyInstance, webhooks: { provider: string; take: TakeNews }): Promise<void> {
  await app.register(async (door) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) => done(null, body));
    door.post(`/api/webhooks/${webhooks.provider}`, async (request, reply) => {
      const signature = request.headers[`${webhooks.provider}-signature`];
      const taken = await webhooks.take({
        body: typeof request.body === 'string' ? request.body : '',
        signature: typeof signature === 'string' ? signature : '',
      });
      return reply.code(status[taken]).send({ received: taken === 'stored' });
    });
  });
}
