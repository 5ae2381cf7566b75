import { updateProfile } from '@boreal/contract/endpoints/console/profile.ts';
import { UpdateProfileRequest, type Profile } from '@boreal/contract/account/profile.ts';
import { Fieldset, Group, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { meQuery } from '../../api/me.ts';
import { profileQuery } from '../../api/profile.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { changedIn } from '../../parts/changed-in.ts';
import { notifyDone } from '../../parts/notify.ts';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { FormProblem, RequestForm } from '../../parts/request-form.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { AddressFields } from './address-fields.tsx';
import { draftOf, requestOf } from './profile-draft.ts';
import { TaxIdFields } from './tax-id-fields.tsx';
import { useProfileText } from './text.ts';

/** Name, company, address, language and tax numbers of an account. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const t = useProfileText();
  const shell = useShellText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const mayWrite = useMayDo('profile.write');
  const [shown, setShown] = useState(() => draftOf(profile));
  const form = useRequestForm({
    initialValues: shown,
    schema: UpdateProfileRequest,
    request: (draft) => changedIn(requestOf(draft), requestOf(shown)),
    send: (request) => call(updateProfile, { params: { accountId }, body: request }),
    onSent: async (saved) => {
      queryClient.setQueryData(profileQuery(accountId).queryKey, saved);
      const draft = draftOf(saved);
      form.setValues(draft);
      setShown(draft);
      notifyDone(t.saved);
      // Accounts are told apart by their names.
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    locked: !mayWrite,
  });
  const field: typeof form.field = (path) => ({ ...form.field(path), readOnly: !mayWrite });
  return (
    <RequestForm form={form}>
      <Stack maw={820} gap="lg">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label={t.name} autoComplete="name" {...field('name')} />
          <TextInput
            label={t.company}
            description={t.optional}
            autoComplete="organization"
            {...field('company')}
            inputWrapperOrder={ORDER}
          />
        </SimpleGrid>
        <Fieldset legend={t.address} mx={0}>
          <AddressFields form={form} mayWrite={mayWrite} />
        </Fieldset>
        <TaxIdFields form={form} mayWrite={mayWrite} />
        <Radio.Group label={t.mailLanguage} {...form.field('language')} readOnly={!mayWrite}>
          <Group mt={6}>
            <Radio value="en" label={shell.languageName.en} />
            <Radio value="fr" label={shell.languageName.fr} />
          </Group>
        </Radio.Group>
        <FormProblem form={form} />
        <Group>
          <ReasonedButton type="submit" reason={mayWrite ? null : t.mayNot} loading={form.busy}>
            {t.save}
          </ReasonedButton>
        </Group>
      </Stack>
    </RequestForm>
  );
}

/** A hint below its field, so that fields side by side stay level. */
const ORDER: ['label', 'input', 'description', 'error'] = ['label', 'input', 'description', 'error'];
