import { MemberRole } from '@boreal/contract/people/members.ts';
import { Radio, Stack } from '@mantine/core';
import { useMembersText } from './text.ts';

/** The roles, each with what it may do. */
export function RoleChoice({ role, onChange }: { role: MemberRole; onChange: (role: MemberRole) => void }) {
  const t = useMembersText();
  return (
    <Radio.Group label={t.role} value={role} onChange={(value) => onChange(MemberRole.parse(value))}>
      <Stack gap="xs" mt={6}>
        {MemberRole.options.map((one) => (
          <Radio key={one} value={one} label={t.roles[one]} description={t.roleAbout[one]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
