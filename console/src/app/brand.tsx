import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import icon from './icon.svg';

/** The way home. `short`: a telephone shows the mark alone, so that what stands beside it has room. */
export function Brand({ to, short = false }: { to: string; short?: boolean }) {
  return (
    <Anchor component={Link} to={to} underline="never" c="inherit">
      <Group gap={8} wrap="nowrap">
        <img src={icon} width={26} height={26} alt={short ? 'Boreal' : ''} style={{ flexShrink: 0 }} />
        <Text fw={700} fz="lg" component="span" lts={-0.2} {...(short && { visibleFrom: 'xs' })}>
          Boreal
        </Text>
      </Group>
    </Anchor>
  );
}
