import { z } from 'zod';
import { memberChanges, memberReads } from '../../api/console-rows.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { IdText } from '../../values/ids.ts';
import { Card } from '../../billing/payments.ts';

const read = endpointRows({ ...memberReads, needs: 'billing.read' });
const write = endpointRows({ ...memberChanges, needs: 'billing.write' });
const CardPath = z.object({ cardId: IdText });

export const listCards = read.get('/cards', 'Saved cards', { takes: {}, data: z.array(Card) });

export const setDefaultCard = write.post('/cards/:cardId/default', 'Charge this card from now on', {
  errors: ['NOT_FOUND'],
  takes: { params: CardPath },
  data: Card,
});

export const removeCard = write.delete('/cards/:cardId', 'Forget a card', {
  errors: ['NOT_FOUND'],
  takes: { params: CardPath },
  data: z.object({ id: z.string(), status: z.literal('removed') }),
});
