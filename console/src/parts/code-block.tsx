import { ActionIcon, Box, Code, CopyButton, Tooltip, VisuallyHidden } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useShellText } from '../i18n/use-shell-text.ts';

/** Lines to take along as they are: a command, a file. `name` says what they are. */
export function CodeBlock({ text, name }: { text: string; name: string }) {
  const t = useShellText();
  return (
    <Box pos="relative">
      <Code block tabIndex={0} role="region" aria-label={name} pr={48} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <>
            <Tooltip label={copied ? t.copied : t.copy}>
              <ActionIcon variant="default" onClick={copy} aria-label={`${t.copy}: ${name}`} pos="absolute" top={8} right={8}>
                {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
              </ActionIcon>
            </Tooltip>
            <VisuallyHidden role="status">{copied ? t.copied : ''}</VisuallyHidden>
          </>
        )}
      </CopyButton>
    </Box>
  );
}
