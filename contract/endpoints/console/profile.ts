import { memberChanges, memberReads } from '../../console-rows.ts';
import { endpoint } from '../../endpoint.ts';
import { Profile, UpdateProfileRequest } from '../../profile.ts';

export const getProfile = endpoint('GET', '/profile', {
  ...memberReads,
  needs: 'profile.read',
  takes: {},
  data: Profile,
  summary: 'Who the account is',
});

export const updateProfile = endpoint('PUT', '/profile', {
  ...memberChanges,
  needs: 'profile.write',
  takes: { body: UpdateProfileRequest },
  data: Profile,
  errors: ['INVALID_REQUEST'],
  summary: 'Change name, company, address, language or tax numbers',
});
