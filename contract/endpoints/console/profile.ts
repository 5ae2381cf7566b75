import { memberChanges, memberReads } from '../../api/console-rows.ts';
import { Done } from '../../api/done.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { Profile, UpdateProfileRequest } from '../../account/profile.ts';

const read = endpointRows({ ...memberReads, needs: 'profile.read' });
const write = endpointRows({ ...memberChanges, needs: 'profile.write' });

export const getProfile = read.get('/profile', 'Who the account is', { takes: {}, data: Profile });

export const updateProfile = write.put('/profile', 'Change name, company, address, language or tax numbers', {
  takes: { body: UpdateProfileRequest },
  data: Profile,
  errors: ['INVALID_REQUEST'],
});

/** A link cannot ask for proof of identity, so this call comes before it. */
export const prepareExport = endpointRows({ ...memberChanges, needs: 'account.read', limit: 10 }).post(
  '/export',
  'Prove who you are before you download all data of the account',
  { takes: {}, data: Done, opensWayIn: true },
);
