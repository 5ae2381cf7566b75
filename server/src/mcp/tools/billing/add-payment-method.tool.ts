import { siteLinks } from '@boreal/contract/words/links.ts';
import { z } from 'zod';
import { defineTool } from '../../define-tool.ts';

export const addPaymentMethod = defineTool({
  name: 'svc_add_payment_method',
  group: 'billing',
  title: 'Add a card (console link)',
  description: 'A link where your user adds a card; card numbers never pass through an agent.',
  input: z.strictObject({}),
  output: z.object({ url: z.string() }),
  run: async (_ctx, _args, { siteUrl }) => ({ url: siteLinks(siteUrl).paymentMethod }),
  tell: ({ url }) => `Give your user this link: ${url}`,
});
