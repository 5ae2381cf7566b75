import { Image } from '@boreal/contract/shop/catalog.ts';
import { z } from 'zod';
import { listImages as readImages } from '../../../core/money/catalog/images/list-images.ts';
import { defineTool } from '../../define-tool.ts';
import { counted } from '../../fields.ts';

export const listImages = defineTool({
  name: 'svc_list_images',
  group: 'catalog',
  title: 'List images',
  description: 'Operating system images of new servers, and the user to log in as over SSH.',
  input: z.strictObject({}),
  output: z.object({ images: z.array(Image) }),
  run: async (ctx) => ({ images: await readImages(ctx) }),
  tell: ({ images }) => counted(images.length, 'image'),
});
