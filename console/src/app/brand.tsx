import { Anchor, Group, Text } from '@mantine/core';
import { useLanguage } from '../i18n/language.tsx';
import { LinkAnchor } from '../parts/page-links.tsx';
import icon from './icon.svg';
import type { PagePath } from './nav-entry.ts';
import { sitePath } from './site-path.ts';

/** The link home. A phone shows only the mark, to leave room for what is beside it. */
export function Brand({ to }: { to: PagePath }) {
  return (
    <LinkAnchor to={to} underline="never" c="inherit" aria-label={NAME} style={{ flexShrink: 0 }}>
      <Mark short />
    </LinkAnchor>
  );
}

/** The link back to the public site, for people who are not signed in. */
export function BrandToSite() {
  const { language } = useLanguage();
  return (
    <Anchor href={sitePath(language, '/')} underline="never" c="inherit" aria-label={NAME}>
      <Mark />
    </Anchor>
  );
}

const NAME = 'Boreal';

function Mark({ short = false }: { short?: boolean }) {
  return (
    <Group gap={8} wrap="nowrap" aria-hidden>
      <img src={icon} width={26} height={26} alt="" />
      <Text fw={750} fz="xl" component="span" lts="-0.02em" {...(short && { visibleFrom: 'xs' })}>
        {NAME}
      </Text>
    </Group>
  );
}
