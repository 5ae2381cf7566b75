import type { Language } from '@boreal/contract/words/language.ts';
import type { Profile } from '@boreal/contract/account/profile.ts';
import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '../../../api/operator/accounts.ts';
import { pricesQuery } from '../../../api/operator/catalog.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { useShellText } from '../../../i18n/use-shell-text.ts';
import { ListTable } from '../../../parts/list-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { Time } from '../../../parts/time.tsx';
import { provinceNames } from '../../profile/provinces.ts';
import { Facts } from '../parts/facts.tsx';
import { PricesTable } from '../plans/prices-table.tsx';
import { Section } from '../parts/section.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useOperatorAccountsText } from './text.ts';

/** An account's details, its members, and its own prices. */
export function AccountProfile({ accountId, profile, createdAt }: { accountId: string; profile: Profile; createdAt: string }) {
  const t = useOperatorAccountsText();
  const words = useOperatorText();
  const shell = useShellText();
  const { language } = useLanguage();
  const members = useQuery(membersQuery(accountId));
  const prices = useQuery(pricesQuery({ accountId }));
  const { address } = profile;
  const street = [address.line1, address.line2, address.city, address.postalCode].filter((part) => part !== null).join(', ');
  return (
    <>
      <Section title={t.profile}>
        <Facts
          facts={[
            [t.company, profile.company ?? '–'],
            [words.address, street === '' ? '–' : street],
            [t.country, placeOf(address, language)],
            [t.language, shell.languageName[profile.language]],
            [words.created, <Time key="created" iso={createdAt} />],
          ]}
        />
      </Section>
      <Section title={t.members}>
        <Queried query={members}>
          {({ members: people }) => (
            <ListTable
              caption={t.members}
              rows={people}
              rowKey={({ userId }) => userId}
              columns={[
                { name: words.name, sortBy: ({ name }) => name, wraps: true, cell: ({ name }) => name },
                { name: words.address, sortBy: ({ email }) => email, cell: ({ email }) => email },
                { name: t.role, sortBy: ({ role }) => t.roles[role], cell: ({ role }) => t.roles[role] },
              ]}
              empty={<EmptyState title={t.noMembers} text={t.noMembersText} />}
            />
          )}
        </Queried>
      </Section>
      <Section title={t.ownPrices} about={t.ownPricesAbout}>
        <Queried query={prices}>
          {(rows) => (
            <PricesTable
              caption={t.ownPrices}
              by="plan"
              prices={rows.filter((price) => price.accountId === accountId)}
              empty={<EmptyState title={t.noOwnPrices} text={t.noOwnPricesText} />}
            />
          )}
        </Queried>
      </Section>
    </>
  );
}

/** `Quebec, Canada`, or what of it is known. */
function placeOf({ country, province }: Profile['address'], language: Language): string {
  const countries = new Intl.DisplayNames(`${language}-CA`, { type: 'region' });
  return [province === null ? null : provinceNames[language][province], countries.of(country) ?? country]
    .filter((part) => part !== null)
    .join(', ');
}
