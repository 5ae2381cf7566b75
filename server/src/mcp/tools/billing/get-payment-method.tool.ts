import { Card } from '@boreal/contract/billing/payments.ts';
import { z } from 'zod';
import { listCards } from '../../../core/commerce/cards/list-cards.ts';
import { defineTool } from '../../define-tool.ts';

export const getPaymentMethod = defineTool({
  name: 'svc_get_payment_method',
  group: 'billing',
  title: 'Get the saved card',
  description: 'The card that charges go to; null when there is none: then svc_add_payment_method.',
  input: z.strictObject({}),
  output: z.object({ card: Card.omit({ createdAt: true, default: true }).nullable() }),
  run: async (ctx) => ({ card: (await listCards(ctx)).find((card) => card.default) ?? null }),
  tell: ({ card }) => (card === null ? 'There is no card.' : `A ${card.brand} card that ends in ${card.last4}.`),
});
