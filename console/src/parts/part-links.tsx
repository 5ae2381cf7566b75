import { Group } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { LinkButton } from './page-links.tsx';

/** Links between the pages that belong together, above their titles; `part` is the one shown. */
export function PartLinks<Part extends string>(props: {
  label: string;
  part: Part;
  links: readonly { readonly part: Part; readonly to: LinkProps['to']; readonly name: string }[];
}) {
  return (
    <Group component="nav" gap={4} mb="md" aria-label={props.label}>
      {props.links.map(({ part, to, name }) => (
        <LinkButton
          key={part}
          activeOptions={{ exact: true }}
          to={to}
          size="xs"
          variant={part === props.part ? 'light' : 'subtle'}
          color={part === props.part ? undefined : 'gray'}
          aria-current={part === props.part ? 'page' : undefined}
        >
          {name}
        </LinkButton>
      ))}
    </Group>
  );
}
