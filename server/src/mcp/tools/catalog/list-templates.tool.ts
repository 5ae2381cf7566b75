import { Template } from '@boreal/contract/agents/agents.ts';
import { z } from 'zod';
import { listTemplates as readTemplates } from '../../../core/money/catalog/images/list-templates.ts';
import { defineTool } from '../../define-tool.ts';
import { counted } from '../../fields.ts';

export const listTemplates = defineTool({
  name: 'svc_list_templates',
  group: 'catalog',
  title: 'List server templates',
  description: 'Images that bring software such as CUDA or Docker, and what each brings.',
  input: z.strictObject({}),
  output: z.object({ templates: z.array(Template) }),
  run: async (ctx) => ({ templates: await readTemplates(ctx) }),
  tell: ({ templates }) => counted(templates.length, 'template'),
});
