import { AutoReload, SetAutoReloadRequest } from '@boreal/contract/billing/payments.ts';
import { setAutoReload as saveAutoReload } from '../../../core/commerce/top-ups/set-auto-reload.ts';
import { defineTool } from '../../define-tool.ts';

/** A model may write null for an omitted field. Null would remove the limit, which an agent may not do, so here it means nothing. */
const Input = SetAutoReloadRequest.extend({ monthlyLimitCad: SetAutoReloadRequest.shape.monthlyLimitCad.unwrap().unwrap().optional() });

export const setAutoReload = defineTool({
  name: 'svc_set_auto_reload',
  group: 'billing',
  title: 'Lower auto-reload',
  description: 'Turn auto-reload off or lower its amounts. Turning it on or raising needs a person in the console.',
  effect: 'destructive',
  idempotent: true,
  input: Input,
  output: AutoReload,
  run: (ctx, args) => saveAutoReload(ctx, { ...args, onlyLower: true }),
  tell: ({ enabled }) => `Auto-reload is ${enabled ? 'on' : 'off'}.`,
});
