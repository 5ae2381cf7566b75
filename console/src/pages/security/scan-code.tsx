import { verifyTotp } from '@boreal/contract/api/auth-endpoints.ts';
import { TotpRequest } from '@boreal/contract/people/sign-in.ts';
import { Center, Stack, Text, TextInput } from '@mantine/core';
import { encodeQR } from 'qr';
import { callAuth } from '../../api/call-auth.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { FormEnd } from '../../parts/form-buttons.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { useSecurityText } from './text.ts';

interface ScanProps {
  /** `otpauth://…`, which apps read from the picture. */
  readonly uri: string;
  readonly onVerified: () => Promise<void>;
}

/** Gives the secret to an authenticator app and asks for the first code that it shows. */
export function ScanCode({ uri, onVerified }: ScanProps) {
  const t = useSecurityText();
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const form = useRequestForm({
    initialValues: { code: '' },
    schema: TotpRequest,
    request: ({ code }) => ({ code: code.trim(), trustDevice: false }),
    send: (body) => callAuth(verifyTotp, { body }),
    onSent: onVerified,
  });
  return (
    <RequestForm form={form}>
      <Stack>
        <div>
          <Text fw={600}>{t.scan}</Text>
          <Text size="sm" c="dimmed">
            {t.scanAbout}
          </Text>
        </div>
        <Center>
          <QrCode text={uri} name={t.qrCode} />
        </Center>
        <div>
          <Text size="sm">{t.byHand}</Text>
          <CopyText text={secret} name={t.byHand} />
        </div>
        <TextInput label={t.code} {...form.field('code')} inputMode="numeric" autoComplete="one-time-code" autoFocus />
        <FormEnd form={form}>{t.turnOn}</FormEnd>
      </Stack>
    </RequestForm>
  );
}

/** Light cells around a code, without which scanners do not find it. */
const BORDER = 4;

/** A text as a QR code: dark on light whatever the page's colours, as scanners require. */
function QrCode({ text, name }: { text: string; name: string }) {
  const cells = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER });
  const dark = cells.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg role="img" aria-label={name} width={220} height={220} viewBox={`0 0 ${cells.length} ${cells.length}`} shapeRendering="crispEdges">
      <rect width="100%" height="100%" fill="#ffffff" />
      <path d={dark} fill="#000000" />
    </svg>
  );
}
