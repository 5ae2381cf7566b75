import { NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useLanguage } from '../../i18n/language.tsx';
import type { RequestFormOf } from '../../parts/use-request-form.ts';
import { countriesIn } from './countries.ts';
import type { ProfileDraft } from './profile-draft.ts';
import { provinceNames } from './provinces.ts';
import { useProfileText } from './text.ts';

interface AddressFieldsProps {
  readonly form: Pick<RequestFormOf<Pick<ProfileDraft, 'address'>>, 'values' | 'field'>;
  readonly mayWrite: boolean;
}

/** The billing address, as people of its country write it. */
export function AddressFields({ form, mayWrite }: AddressFieldsProps) {
  const t = useProfileText();
  const { language } = useLanguage();
  const field: typeof form.field = (path) => ({ ...form.field(path), readOnly: !mayWrite });
  const { country } = form.values.address;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t.addressAbout}
      </Text>
      <NativeSelect
        label={t.country}
        autoComplete="country"
        disabled={!mayWrite}
        {...form.field('address.country')}
        data={countriesIn(language)}
      />
      <TextInput label={t.line1} autoComplete="address-line1" {...field('address.line1')} />
      <TextInput label={t.line2} autoComplete="address-line2" {...field('address.line2')} />
      {/* Dialogs are narrow: three in a row would break the longest label. */}
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm">
        <TextInput
          style={country === 'CA' ? { gridColumn: '1 / -1' } : undefined}
          label={t.city}
          autoComplete="address-level2"
          {...field('address.city')}
        />
        {country === 'CA' && (
          <NativeSelect
            label={t.province}
            autoComplete="address-level1"
            disabled={!mayWrite}
            {...form.field('address.province')}
            data={[{ value: '', label: t.choose }, ...Object.entries(provinceNames[language]).map(([value, label]) => ({ value, label }))]}
          />
        )}
        <TextInput label={t.postalCode} autoComplete="postal-code" {...field('address.postalCode')} />
      </SimpleGrid>
    </Stack>
  );
}
