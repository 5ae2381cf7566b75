import { ActionIcon, Code, CopyButton, Group, Tooltip, VisuallyHidden } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useShellText } from '../i18n/use-shell-text.ts';

/** A text to take along, with a button that copies it. `name` says what it is. */
export function CopyText({ text, name }: { text: string; name: string }) {
  const t = useShellText();
  return (
    <Group gap={6} wrap="nowrap" maw="100%">
      <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <>
            <Tooltip label={copied ? t.copied : t.copy}>
              <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={`${t.copy}: ${name}`}>
                {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
              </ActionIcon>
            </Tooltip>
            <VisuallyHidden role="status">{copied ? t.copied : ''}</VisuallyHidden>
          </>
        )}
      </CopyButton>
    </Group>
  );
}
