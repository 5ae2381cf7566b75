import { AutoReload } from '@boreal/contract/billing/payments.ts';
import { z } from 'zod';
import { getAutoReload as readAutoReload } from '../../../core/commerce/top-ups/get-auto-reload.ts';
import { defineTool } from '../../define-tool.ts';

export const getAutoReload = defineTool({
  name: 'svc_get_auto_reload',
  group: 'billing',
  title: 'Get auto-reload',
  description: 'Whether credit is purchased automatically when it runs low, and within which limit.',
  input: z.strictObject({}),
  output: AutoReload,
  run: (ctx) => readAutoReload(ctx),
  tell: ({ enabled }) => `Auto-reload is ${enabled ? 'on' : 'off'}.`,
});
