import { Profile, UpdateProfileRequest } from '@boreal/contract/account/profile.ts';
import { z } from 'zod';
import { updateProfile as saveProfile } from '../../../core/ground/profiles/update-profile.ts';
import { validate } from '../../../kit/validate.ts';
import { defineTool } from '../../define-tool.ts';

const { name, company, language } = UpdateProfileRequest.shape;

/**
 * The same fields as the request's, with shorter descriptions; the request's schema decides. A company cannot be removed here: a model may
 * write null for an omitted field.
 */
const Input = z.strictObject({
  name,
  company: company.unwrap().unwrap().optional(),
  language,
  address: z.looseObject({}).optional().meta({ hint: 'line1, line2, city, province (QC), postalCode, country (CA)' }),
  taxIds: z.array(z.looseObject({})).optional().meta({ hint: '{kind: gst_hst|qst|pst|vat|other, number}' }),
});

export const updateProfile = defineTool({
  name: 'svc_update_profile',
  group: 'account',
  title: 'Update the profile',
  description: 'Change what is given; an address is given whole.',
  effect: 'destructive',
  idempotent: true,
  input: Input,
  output: z.object({ profile: Profile }),
  run: async (ctx, args) => ({ profile: await saveProfile(ctx, validate(UpdateProfileRequest, args)) }),
  tell: () => 'Saved.',
});
