import { identityProviderNames, type IdentityProvider } from '@boreal/contract/people/identities.ts';
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { leaveFor, type Errand } from '../api/identities.ts';
import { en } from '../i18n/en/identities.ts';
import { fr } from '../i18n/fr/identities.ts';
import { textsOf } from '../i18n/language.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { IdentityIcon } from './identity-icon.tsx';

const useIdentityText = textsOf({ en, fr });

export interface IdentityButtonsProps {
  readonly providers: readonly IdentityProvider[];
  readonly errand: Errand;
}

/** One button for each provider; it leads to the provider's page, and from there back to `sign-in/came-back-page.tsx`. */
export function IdentityButtons({ providers, errand }: IdentityButtonsProps) {
  const t = useIdentityText();
  const leave = useMutation({ mutationFn: (provider: IdentityProvider) => leaveFor(provider, errand) });
  return (
    <Stack gap="sm">
      {leave.error && <ErrorNotice error={leave.error} />}
      {providers.map((provider) => (
        <Button
          key={provider}
          variant="default"
          fullWidth
          leftSection={<IdentityIcon provider={provider} />}
          loading={leave.isPending && leave.variables === provider}
          onClick={() => leave.mutate(provider)}
        >
          {t.continueWith(identityProviderNames[provider])}
        </Button>
      ))}
    </Stack>
  );
}
