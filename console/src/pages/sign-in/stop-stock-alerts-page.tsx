import { stopStockAlerts } from '@boreal/contract/endpoints/console/strangers.ts';
import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { en } from '../../i18n/en/stop-stock-alerts.ts';
import { fr } from '../../i18n/fr/stop-stock-alerts.ts';
import { withNext } from '../../app/use-next.ts';
import { textsOf } from '../../i18n/language.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { useLinkToken } from './link-token.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { useSignInText } from './text.ts';

const useStopText = textsOf({ en, fr });

/** Opened by the link in a mail: stops all such mails, without signing in. */
export function StopStockAlertsPage() {
  const t = useStopText();
  const { toSignIn } = useSignInText();
  const token = useLinkToken();
  // Programs that look at mail follow links, and press nothing.
  const stop = useMutation({ mutationFn: (link: string) => call(stopStockAlerts, { body: { token: link } }) });
  return (
    <SignInFrame title={t.title}>
      {stop.isSuccess ? (
        <Text role="status">{t.stopped}</Text>
      ) : token === null ? (
        <>
          <Text>{t.noToken}</Text>
          <Button component="a" href={withNext('/login', '/console/profile/stock-alerts')}>
            {toSignIn}
          </Button>
        </>
      ) : (
        <>
          <Text>{t.text}</Text>
          {stop.error && <ErrorNotice error={stop.error} />}
          <Button loading={stop.isPending} onClick={() => stop.mutate(token)}>
            {t.stop}
          </Button>
        </>
      )}
    </SignInFrame>
  );
}
