import { updateProfile } from '@boreal/contract/endpoints/console/profile.ts';
import { UpdateProfileRequest } from '@boreal/contract/account/profile.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useAccountId } from '../../app/account.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { AddressFields } from './address-fields.tsx';
import { addressOf, emptyAddress } from './profile-draft.ts';
import { useProfileText } from './text.ts';

/** Asks for the billing address where a price needs it; whatever else the profile says stays. */
export function AddressDialog({ onClose }: { onClose: () => void }) {
  const t = useProfileText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const form = useRequestForm({
    initialValues: { address: emptyAddress },
    schema: UpdateProfileRequest,
    request: ({ address }) => ({ address: addressOf(address) }),
    send: (request) => call(updateProfile, { params: { accountId }, body: request }),
    onSent: () => {
      onClose();
      notifyDone(t.addressSaved);
      // What had no price for want of an address is asked for again.
      void queryClient.invalidateQueries({ queryKey: [accountId] });
    },
  });
  return (
    <FormDialog opened onClose={onClose} title={t.address} action={t.save} form={form}>
      <AddressFields form={form} mayWrite />
    </FormDialog>
  );
}
