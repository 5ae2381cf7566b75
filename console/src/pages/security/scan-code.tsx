import { Button, Center, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CopyText } from '../../parts/copy-text.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { QrCode } from './qr-code.tsx';
import { useSecurityText } from './text.ts';

interface ScanProps {
  /** `otpauth://…`, which apps read from the picture. */
  readonly uri: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onCode: (code: string) => void;
}

/** Hands the secret to an authenticator app and asks for the first code that it shows. */
export function ScanCode({ uri, busy, error, onCode }: ScanProps) {
  const t = useSecurityText();
  const [code, setCode] = useState('');
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onCode(code.trim());
      }}
    >
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
        <TextInput
          label={t.code}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
        {error !== null && <ErrorNotice error={error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {t.turnOn}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
