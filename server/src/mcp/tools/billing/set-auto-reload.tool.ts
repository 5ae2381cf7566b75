import { AutoReload, SetAutoReloadRequest } from '@boreal/contract/payments.ts';
import { setAutoReload as saveAutoReload } from '../../../core/commerce/top-ups/set-auto-reload.ts';
import { defineTool } from '../../define-tool.ts';

export const setAutoReload = defineTool({
  name: 'svc_set_auto_reload',
  group: 'billing',
  title: 'Lower auto-reload',
  description: 'Turn auto-reload off or lower its amounts. Turning it on or raising needs a person in the console.',
  effect: 'destructive',
  idempotent: true,
  input: SetAutoReloadRequest,
  output: AutoReload,
  run: (ctx, args) => saveAutoReload(ctx, { ...args, onlyLower: true }),
  tell: ({ enabled }) => `Auto-reload is ${enabled ? 'on' : 'off'}.`,
});
