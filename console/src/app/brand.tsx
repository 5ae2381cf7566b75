import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import icon from './icon.svg';

export function Brand({ to }: { to: string }) {
  return (
    <Anchor component={Link} to={to} underline="never" c="inherit">
      <Group gap={8} wrap="nowrap">
        <img src={icon} width={26} height={26} alt="" />
        <Text fw={700} fz="lg" component="span" lts={-0.2}>
          Boreal
        </Text>
      </Group>
    </Anchor>
  );
}
