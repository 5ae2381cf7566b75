import { Box, Code } from '@mantine/core';
import { useRef } from 'react';
import { CopyIcon } from './copy-icon.tsx';

/** Lines to copy unchanged: a command, a file. `name` says what they are. */
export function CodeBlock({ text, name }: { text: string; name: string }) {
  const code = useRef<HTMLElement>(null);
  return (
    <Box pos="relative">
      <Code
        ref={code}
        block
        tabIndex={0}
        role="region"
        aria-label={name}
        pr={48}
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {text}
      </Code>
      <CopyIcon text={text} name={name} source={code} variant="default" pos="absolute" top={8} right={8} />
    </Box>
  );
}
