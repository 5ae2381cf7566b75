/** A form of the console, what to fill in that is wrong, and what each field says of it. Fields go by their paths: labels have two languages. */
export interface WrongForm {
  readonly who: 'stranger' | 'customer' | 'operator';
  readonly path: string;
  /** The button that opens the form, where it is in a dialog. */
  readonly opens?: { readonly en: string; readonly fr: string };
  readonly fill: Readonly<Record<string, string>>;
  /** In the order of the fields: the first has the focus. */
  readonly says: readonly { readonly field: string; readonly en: string; readonly fr: string }[];
}

const name = { en: 'Enter a name.', fr: 'Entrez un nom.' } as const;
const email = {
  en: 'Enter an email address, such as name@example.com.',
  fr: 'Entrez une adresse de courriel, comme nom@example.com.',
} as const;
const newPassword = { en: 'Use at least 10 characters.', fr: 'Utilisez au moins 10 caractères.' } as const;
const amount = { en: 'Enter an amount, such as 25 or 25.50.', fr: 'Entrez un montant, comme 25 ou 25,50.' } as const;
const reason = { en: 'Enter a reason.', fr: 'Entrez une raison.' } as const;
const port = { en: 'Enter a port from 1 to 65535.', fr: 'Entrez un port de 1 à 65535.' } as const;

/** `serverId`: one of the customer; `accountId`: theirs. */
export const wrongForms = ({ serverId, accountId }: { serverId: string; accountId: string }): readonly WrongForm[] => [
  {
    who: 'stranger',
    path: '/signup',
    fill: { name: 'Camille', email: 'camille', password: 'short' },
    says: [
      { field: 'email', ...email },
      { field: 'password', ...newPassword },
      {
        field: 'agreed',
        en: 'Agree to the current terms and privacy policy to create an account.',
        fr: 'Acceptez les conditions et la politique de confidentialité en vigueur pour créer un compte.',
      },
    ],
  },
  {
    who: 'stranger',
    path: '/login',
    fill: { email: 'camille@example.com' },
    says: [{ field: 'password', en: 'Enter your password.', fr: 'Entrez votre mot de passe.' }],
  },
  {
    who: 'customer',
    path: '/console/profile',
    fill: { name: ' ', 'address.postalCode': '75001' },
    says: [
      { field: 'name', ...name },
      {
        field: 'address.postalCode',
        en: 'A Canadian postal code is written like H3B 1A5.',
        fr: 'Un code postal canadien s’écrit comme H3B 1A5.',
      },
    ],
  },
  {
    who: 'customer',
    path: '/console/ssh-keys',
    opens: { en: 'Add key', fr: 'Ajouter une clé' },
    fill: {},
    says: [
      { field: 'name', ...name },
      {
        field: 'publicKey',
        en: 'Paste a public key: one line that starts with its type, such as ssh-ed25519.',
        fr: 'Collez une clé publique : une ligne qui commence par son type, comme ssh-ed25519.',
      },
    ],
  },
  {
    who: 'customer',
    path: `/console/servers/${serverId}/firewall`,
    fill: { portRangeMin: '70000', portRangeMax: '0' },
    says: [
      { field: 'portRangeMin', ...port },
      { field: 'portRangeMax', ...port },
    ],
  },
  {
    who: 'customer',
    path: `/console/servers/${serverId}/billing`,
    fill: { monthlyLimit: 'lots' },
    says: [{ field: 'monthlyLimit', ...amount }],
  },
  {
    who: 'customer',
    path: '/console/billing/budget',
    fill: { monthlyLimit: '900000000' },
    says: [{ field: 'monthlyLimit', en: 'Enter 100,000,000 or less.', fr: 'Entrez 100 000 000 ou moins.' }],
  },
  {
    who: 'customer',
    path: '/console/billing/auto-reload',
    fill: { thresholdCad: '', amountCad: '10', monthlyLimitCad: '5' },
    says: [
      { field: 'thresholdCad', ...amount },
      { field: 'amountCad', en: 'Enter an amount from $25 to $10,000.', fr: 'Entrez un montant de 25 $ à 10 000 $.' },
      {
        field: 'monthlyLimitCad',
        en: 'Enter a limit of $25 or more, or leave it empty for no limit.',
        fr: 'Entrez une limite de 25 $ ou plus, ou n’indiquez rien pour ne pas en fixer.',
      },
    ],
  },
  { who: 'customer', path: '/console/agents/new', fill: {}, says: [{ field: 'name', ...name }] },
  {
    who: 'customer',
    path: '/console/members',
    opens: { en: 'Invite member', fr: 'Inviter un membre' },
    fill: { email: 'dev@' },
    says: [{ field: 'email', ...email }],
  },
  {
    who: 'customer',
    path: '/console/support/new',
    fill: {},
    says: [
      { field: 'subject', en: 'Enter a subject.', fr: 'Entrez un sujet.' },
      { field: 'message', en: 'Write a message.', fr: 'Écrivez un message.' },
    ],
  },
  {
    who: 'operator',
    path: `/operator/accounts/${accountId}`,
    opens: { en: 'Give credit', fr: 'Accorder du crédit' },
    fill: { amount: 'a lot' },
    says: [
      { field: 'amount', ...amount },
      { field: 'reason', ...reason },
    ],
  },
  {
    who: 'operator',
    path: '/operator/money/company',
    fill: { name: '', country: 'Canada', website: 'example.com' },
    says: [
      { field: 'name', ...name },
      { field: 'country', en: 'Enter a country code of two letters, such as CA.', fr: 'Entrez un code de pays de deux lettres, comme CA.' },
      {
        field: 'website',
        en: 'Enter a full web address, such as https://example.com.',
        fr: 'Entrez une adresse Web complète, comme https://example.com.',
      },
    ],
  },
];
