import type { Profile } from '@boreal/contract/profile.ts';
import { Fieldset, Group, NativeSelect, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { meQuery } from '../../api/me.ts';
import { profileQuery, updateProfile } from '../../api/profile.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { useNext } from '../../app/use-next.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { countriesIn } from './countries.ts';
import { draftOf, requestOf, type ProfileDraft } from './profile-draft.ts';
import { provinceNames } from './provinces.ts';
import { TaxIdFields } from './tax-id-fields.tsx';
import { useProfileText } from './text.ts';

/** Name, company, address, language and tax numbers of an account. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const t = useProfileText();
  const shell = useShellText();
  const { language } = useLanguage();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const mayWrite = useMayDo('profile.write');
  const navigate = useNavigate();
  const next = useNext();
  const [draft, setDraft] = useState(() => draftOf(profile));
  const save = useMutation({
    mutationFn: () => updateProfile(accountId, requestOf(draft)),
    onSuccess: async (saved) => {
      queryClient.setQueryData(profileQuery(accountId).queryKey, saved);
      setDraft(draftOf(saved));
      notifyDone(t.saved);
      // Accounts are told apart by their names.
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      // Whoever was sent here for an address goes on with what needed it.
      if (next !== undefined && saved.address.line1 !== null) await navigate({ href: next });
    },
  });
  const change = (part: Partial<ProfileDraft>) => setDraft((before) => ({ ...before, ...part }));
  const field = (name: 'name' | 'company' | 'line1' | 'line2' | 'city' | 'postalCode', path: string = name) => ({
    value: draft[name],
    readOnly: !mayWrite,
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [name]: event.currentTarget.value }),
    error: fieldError(save.error, path),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (mayWrite) save.mutate();
      }}
    >
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
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {t.addressAbout}
            </Text>
            <NativeSelect
              label={t.country}
              autoComplete="country"
              disabled={!mayWrite}
              value={draft.country}
              onChange={(event) => change({ country: event.currentTarget.value })}
              error={fieldError(save.error, 'address.country')}
              data={countriesIn(language)}
            />
            <TextInput label={t.line1} autoComplete="address-line1" {...field('line1', 'address.line1')} />
            <TextInput label={t.line2} autoComplete="address-line2" {...field('line2', 'address.line2')} />
            <SimpleGrid cols={{ base: 1, sm: draft.country === 'CA' ? 3 : 2 }}>
              <TextInput label={t.city} autoComplete="address-level2" {...field('city', 'address.city')} />
              {draft.country === 'CA' && (
                <NativeSelect
                  label={t.province}
                  autoComplete="address-level1"
                  disabled={!mayWrite}
                  value={draft.province}
                  onChange={(event) => change({ province: event.currentTarget.value })}
                  error={fieldError(save.error, 'address.province')}
                  data={[
                    { value: '', label: t.choose },
                    ...Object.entries(provinceNames[language]).map(([value, label]) => ({ value, label })),
                  ]}
                />
              )}
              <TextInput label={t.postalCode} autoComplete="postal-code" {...field('postalCode', 'address.postalCode')} />
            </SimpleGrid>
          </Stack>
        </Fieldset>
        <TaxIdFields
          taxIds={draft.taxIds}
          mayWrite={mayWrite}
          onChange={(taxIds) => change({ taxIds })}
          errorAt={(index) => fieldError(save.error, `taxIds.${index}.number`)}
        />
        <Radio.Group
          label={t.mailLanguage}
          value={draft.language}
          onChange={(value) => change({ language: value === 'fr' ? 'fr' : 'en' })}
          readOnly={!mayWrite}
        >
          <Group mt={6}>
            <Radio value="en" label={shell.languageName.en} />
            <Radio value="fr" label={shell.languageName.fr} />
          </Group>
        </Radio.Group>
        {save.error && <ErrorNotice error={save.error} />}
        <Group>
          <ReasonedButton type="submit" reason={mayWrite ? null : t.mayNot} loading={save.isPending}>
            {t.save}
          </ReasonedButton>
        </Group>
      </Stack>
    </form>
  );
}

/** A hint below its field, so that fields side by side stay level. */
const ORDER: ['label', 'input', 'description', 'error'] = ['label', 'input', 'description', 'error'];
