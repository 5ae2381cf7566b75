import { Profile } from '@boreal/contract/account/profile.ts';
import { z } from 'zod';
import { getProfile as readProfile } from '../../../core/ground/profiles/get-profile.ts';
import { defineTool } from '../../define-tool.ts';

export const getProfile = defineTool({
  name: 'svc_get_profile',
  group: 'account',
  title: 'Get the profile',
  description: 'What invoices say of the account: name, company, address, tax numbers, language.',
  input: z.strictObject({}),
  output: z.object({ profile: Profile }),
  run: async (ctx) => ({ profile: await readProfile(ctx) }),
  tell: ({ profile }) => `Profile of ${profile.address.country}, mail in ${profile.language}.`,
});
