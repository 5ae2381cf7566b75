import type { FastifyInstance } from 'fastify';
import { receiveEvent } from '../core/commerce/settlement/receive-event.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { WebhookRefused, type Payments } from '../payments/port.ts';

const BODY_MAX_BYTES = 256 * 1024;

/** What a payment provider posted: its exact bytes, and the signature over them. */
export interface PostedNews {
  readonly body: string;
  readonly signature: string;
}

/** Takes a provider's event; false when it is not signed by the provider. */
export type TakeNews = (posted: PostedNews) => Promise<boolean>;

/** Events of the payment provider, stored and handled. Null if the provider posts none. */
export function providerWebhooks(ctx: Ctx, payments: Payments): { readonly provider: string; readonly take: TakeNews } | null {
  if (payments.name === 'sandbox') return null;
  const take: TakeNews = async (posted) => {
    try {
      const event = payments.readWebhook(posted);
      if (event) await receiveEvent(ctx, payments, event);
      return true;
    } catch (error) {
      if (!(error instanceof WebhookRefused)) throw error;
      ctx.log.warn('a message that claims to be of the payment provider is not signed by it');
      return false;
    }
  };
  return { provider: payments.name, take };
}

/**
 * `POST /api/webhooks/{provider}`: outside the REST door, because the caller is not a customer. 200 once the event is stored, 400
 * when it is not the provider's; a 500 makes the provider send it again.
 */
export async function mountWebhooks(app: FastifyInstance, webhooks: { provider: string; take: TakeNews }): Promise<void> {
  await app.register(async (door) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) => done(null, body));
    door.post(`/api/webhooks/${webhooks.provider}`, async (request, reply) => {
      const signature = request.headers[`${webhooks.provider}-signature`];
      const known = await webhooks.take({
        body: typeof request.body === 'string' ? request.body : '',
        signature: typeof signature === 'string' ? signature : '',
      });
      return reply.code(known ? 200 : 400).send({ received: known });
    });
  });
}
