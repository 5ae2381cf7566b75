import { Code, Group } from '@mantine/core';
import { useRef } from 'react';
import { CopyIcon } from './copy-icon.tsx';

/** A text with a button that copies it. `name` says what it is. */
export function CopyText({ text, name }: { text: string; name: string }) {
  const code = useRef<HTMLElement>(null);
  return (
    <Group gap={6} wrap="nowrap" maw="100%">
      <Code ref={code} style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Code>
      <CopyIcon text={text} name={name} source={code} variant="subtle" color="gray" />
    </Group>
  );
}
