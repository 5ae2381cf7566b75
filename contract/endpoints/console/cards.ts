import { z } from 'zod';
import { memberChanges, memberReads } from '../../console-rows.ts';
import { endpoint } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import { Card } from '../../payments.ts';

const read = { ...memberReads, needs: 'billing.read' } as const;
const write = { ...memberChanges, needs: 'billing.write' } as const;
const CardPath = z.object({ cardId: IdText });
const NOT_FOUND = { errors: ['NOT_FOUND'] } as const;

export const listCards = endpoint('GET', '/cards', {
  ...read,
  takes: {},
  data: z.array(Card),
  summary: 'Saved cards',
});

export const setDefaultCard = endpoint('POST', '/cards/:cardId/default', {
  ...write,
  ...NOT_FOUND,
  takes: { params: CardPath },
  data: Card,
  summary: 'Charge this card from now on',
});

export const removeCard = endpoint('DELETE', '/cards/:cardId', {
  ...write,
  ...NOT_FOUND,
  takes: { params: CardPath },
  data: z.object({ id: z.string(), status: z.literal('removed') }),
  summary: 'Forget a card',
});
