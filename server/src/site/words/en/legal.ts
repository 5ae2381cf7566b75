/** Facts about the company that runs this installation, as the operator entered them. */
interface Operator {
  readonly name: string;
  readonly address: string;
  readonly email: string | null;
}

const contact = ({ email }: Operator) => (email === null ? 'open a support ticket in the console' : `write to ${email}`);

export const legal = {
  operatorTitle: 'Who runs this',
  operatorUnknown:
    'Whoever runs this installation has not said yet who they are. Until they have, take it for a trial: give it no personal data and no real payment card.',
  operatorKnown: (operator: Operator) =>
    `This installation is run by ${operator.name}${operator.address === '' ? '' : `, ${operator.address}`}.`,
  inForce: (day: string) => `In force since ${day}.`,
  email: 'Email',
  website: 'Web site',
  privacy: {
    title: 'Privacy',
    description: 'What is known about visitors and customers, what it is for, who sees it, and how long it is kept.',
    lead: 'What this service knows about you, what for, and for how long. It follows what the software does.',
    sections: (operator: Operator) => [
      {
        title: 'Visiting this site',
        text: [
          'The public pages set no cookie, load nothing from other companies, and count nobody. Addresses of visitors are held for a minute in memory to keep one network from asking too much.',
        ],
      },
      {
        title: 'Having an account',
        text: [
          'We keep your name and email address, your password as a hash that cannot be turned back, your second factors encrypted, and what you put into your profile, such as a billing address.',
          'The console sets one cookie that says who has signed in. It is not readable by scripts and is removed when you sign out.',
          'Sessions are kept with the address and browser they were opened from, so that you can see and end them.',
        ],
      },
      {
        title: 'What you do',
        text: [
          'Every change is one line in your account’s audit log: who, what, when, and from which address. Servers, their activity, their hours and their money are kept for as long as the law asks for books.',
          'We do not look into your servers or their disks. Metrics are processor, memory and network as the host counts them.',
        ],
      },
      {
        title: 'Paying',
        text: [
          'Card numbers go from your browser to the payment provider and never come here. We keep the last four digits, the brand and the expiry, and receipts and invoices without changes.',
        ],
      },
      {
        title: 'Mail',
        text: [
          'You get mail about your account: credit that runs low, budgets, failed backups, keys that expire, tickets. There is no newsletter.',
        ],
      },
      {
        title: 'Who else sees it',
        text: [
          'The payment provider what a charge needs, and the mail server what a mail says. Nobody buys data from us, and there are no advertisers.',
        ],
      },
      {
        title: 'Your rights',
        text: [
          'An owner downloads all data of an account, and closes the account, in the console under Profile; everybody can remove their own sign-in there once no open account needs it.',
          `To see, correct or remove what is kept about you, ${contact(operator)}. What the law obliges us to keep, such as invoices, stays for that long.`,
        ],
      },
    ],
  },
  terms: {
    title: 'Terms',
    description: 'What you get, what it costs, what you may not do with it, and what happens when something fails.',
    lead: 'The rules of this service in plain words.',
    sections: (operator: Operator) => [
      {
        title: 'What you get',
        text: [
          'A GPU server with the hardware of the size that you choose, for as long as it is paid. On-demand servers are yours until you end them; spot servers may be interrupted at any time without notice.',
        ],
      },
      {
        title: 'What it costs',
        text: [
          'The price shown when you deploy, before tax, for each begun hour of an hourly server, from credit that you have bought before. Monthly and annual terms are charged to your card ahead. They renew by themselves only where you have chosen it, until you turn it off.',
          'A stopped server is billed, a hibernated one is not. An hour in which a server was lost through us is refunded for the part that is left.',
          'Prices change for hours that begin after the change; a term keeps the price it was paid at.',
        ],
      },
      {
        title: 'Credit',
        text: [
          'Credit is prepaid, in Canadian dollars. When it does not cover the next hour, or a budget of yours would be passed, servers hibernate and keep their system disk.',
          'Whoever closes an account gets back, on the card that bought it, the credit that is left. Promotional credit is not paid out.',
        ],
      },
      {
        title: 'Your data',
        text: [
          'You are responsible for copies of what you cannot lose. Work disks are not backed up. A deleted server and its backups cannot be brought back.',
        ],
      },
      {
        title: 'Your part',
        text: [
          'Keep keys and passwords to yourself. Do not use servers to attack others, to send unsolicited mail, or for what the law forbids. We may suspend an account that does; you are told why.',
        ],
      },
      {
        title: 'When something fails',
        text: [
          `Hardware fails. We refund the time that was paid and not delivered, and say on the status page what we see. For anything else, ${contact(operator)}.`,
        ],
      },
      {
        title: 'Changes',
        text: ['Changes of these rules are announced before they count. The law of the place where the operator is established applies.'],
      },
    ],
  },
};
