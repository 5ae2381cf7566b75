/** Facts about the company that runs this installation, as the operator entered them. */
interface Operator {
  readonly name: string;
  readonly address: string;
  readonly email: string | null;
}

const contact = ({ email }: Operator) => (email === null ? 'open a support ticket in the console' : `write to ${email}`);

const reach = ({ email }: Operator) =>
  email === null ? 'a support ticket reaches them.' : `write to ${email}, with “Privacy” in the subject.`;

export const legal = {
  operatorTitle: 'Who operates this service',
  operatorUnknown:
    'The operator of this installation has not entered who they are yet. Until they do, treat it as a trial: don’t give it personal data or a real payment card.',
  operatorKnown: (operator: Operator) =>
    `This service is operated by ${operator.name}${operator.address === '' ? '' : `, ${operator.address}`}.`,
  inForce: (version: string, day: string) => `Version ${version}, in force since ${day}.`,
  email: 'Email',
  website: 'Website',
  privacy: {
    title: 'Privacy Policy',
    description: 'What we know about visitors and customers, why, who sees it, and how long we keep it.',
    lead: 'What this service knows about you, why, and for how long. It describes what the software actually does.',
    sections: (operator: Operator) => [
      {
        title: 'Visiting this site',
        text: [
          'The public pages set no cookies, load nothing from other companies, and use no analytics. Visitors’ IP addresses are held in memory for a minute, so that no single network can overload the site.',
        ],
      },
      {
        title: 'Having an account',
        text: [
          'We keep your name and email address, your password as a one-way hash, your second factors encrypted, and what you enter in your profile, such as a billing address.',
          'The console sets one cookie, which says who is signed in. Scripts cannot read it, and it is removed when you sign out.',
          'We keep the IP address and browser of each session, so that you can review sessions and end them.',
        ],
      },
      {
        title: 'What you do',
        text: [
          'Every change is recorded in your account’s audit log: who, what, when, and from which address. Servers, their activity, usage and charges are kept for as long as tax law requires.',
          'We do not look into your servers or their disks. Metrics are CPU, memory and network use as measured by the host.',
        ],
      },
      {
        title: 'Paying',
        text: [
          'Card numbers go straight from your browser to the payment provider and never reach us. We keep the last four digits, the brand and the expiry date, and your receipts and invoices, unaltered.',
        ],
      },
      {
        title: 'Email',
        text: [
          'You get email about your account: low credit, budgets, failed backups, expiring keys, tickets. There is no newsletter.',
          'If you subscribe to incidents, maintenance and announcements on the status page, we keep your address and language for that alone, until you unsubscribe by the link in each email.',
        ],
      },
      {
        title: 'Who else sees it',
        text: [
          'The payment provider sees what a charge requires; the mail server sees what our email says. Where you can sign in with Google or GitHub and do, they learn that you did; we keep which account of theirs is yours, and no access to it. We sell data to nobody, and there are no advertisers.',
        ],
      },
      {
        title: 'Where it is',
        text: [
          'Servers, their disks and backups stay in the region you choose. What we know about you is in this service’s own database. The payment provider and the mail server may handle it outside Québec, under the laws that apply there.',
        ],
      },
      {
        title: 'Automated decisions',
        text: [
          'Some decisions are made by rule, without a person: servers hibernate when credit or a budget runs out, spot servers are interrupted, requests above the limits are refused. The event or message says which rule applied. Open a support ticket to have a person review a decision and to give your side.',
        ],
      },
      {
        title: 'Confidentiality incidents',
        text: [
          'We keep a register of confidentiality incidents. If one presents a risk of serious injury, we promptly notify the people concerned and the Commission d’accès à l’information.',
        ],
      },
      {
        title: 'Your rights',
        text: [
          'In the console, under Profile, an owner can download all of an account’s data in a machine-readable format and close the account. Anyone can remove their own sign-in there once no open account depends on it.',
          `To access, correct or delete what we keep about you, to receive it in a common format, or to withdraw your consent, ${contact(operator)}. We answer within 30 days. What the law requires us to keep, such as invoices, is kept for that long.`,
          `The person in charge of the protection of personal information is the person with the highest authority at ${operator.name}, or the person they have designated; ${reach(operator)}`,
          'If you are not satisfied with the answer, you can contact the Commission d’accès à l’information du Québec.',
        ],
      },
    ],
  },
  terms: {
    title: 'Terms of Service',
    description: 'What you get, what it costs, what you may not do with it, and what happens when something fails.',
    lead: 'The rules of this service, in plain words.',
    sections: (operator: Operator) => [
      {
        title: 'What you get',
        text: [
          'A GPU server with the hardware of the size you choose, for as long as it is paid for. On-demand servers are yours until you end them; spot servers may be interrupted at any time without notice.',
        ],
      },
      {
        title: 'What it costs',
        text: [
          'The price shown when you deploy, before tax, for each hour started of an hourly server, from credit you bought beforehand. Monthly and annual terms are charged to your card in advance. They renew automatically only if you choose so, until you turn it off.',
          'A stopped server is billed, a hibernated one is not. When a server is lost because of us, the rest of its hour is refunded.',
          'A new price applies to hours that start after it; a term keeps the price it was paid at.',
        ],
      },
      {
        title: 'Credit',
        text: [
          'Credit is prepaid, in Canadian dollars. When it does not cover the next hour, or one of your budgets would be exceeded, servers hibernate and keep their system disk.',
          'When you close an account, the remaining credit is refunded to the card that bought it. Promotional credit is not paid out.',
        ],
      },
      {
        title: 'Your data',
        text: [
          'You are responsible for keeping copies of what you can’t afford to lose. Work disks are not backed up. A deleted server and its backups cannot be recovered.',
        ],
      },
      {
        title: 'Your responsibilities',
        text: [
          'Keep keys and passwords to yourself. Don’t use servers to attack others, to send spam, or for anything illegal. We may suspend an account that does, and we will tell you why.',
        ],
      },
      {
        title: 'When something fails',
        text: [
          `Hardware fails. We refund time that was paid for and not delivered, and report what we see on the status page. For anything else, ${contact(operator)}.`,
        ],
      },
      {
        title: 'Changes',
        text: [
          'Changes to these terms are announced before they take effect. The law of the place where the operator is established applies.',
        ],
      },
    ],
  },
  sla: {
    title: 'Service level agreement',
    description: 'What you can count on, what is refunded automatically, and what is not promised.',
    lead: 'What you can count on, and what happens automatically when something fails. It describes what the software actually does.',
    sections: (operator: Operator) => [
      {
        title: 'A server that cannot be created',
        text: [
          'An hourly server that cannot be created is refunded in full, automatically. Billing starts only when the server is ACTIVE. A term whose server cannot be created is refunded to the card that paid for it.',
        ],
      },
      {
        title: 'A server that is lost',
        text: [
          'When its host or our platform fails, a server goes into ERROR within a minute or so. From then on nothing is billed, and the rest of the paid hour is refunded as credit, automatically. The server comes back when its host does.',
          `On a monthly or annual term, ${contact(operator)} within 30 days: we refund the lost part of the term as credit.`,
        ],
      },
      {
        title: 'Availability',
        text: [
          'We promise no percentage. A percentage excuses the first hours of an outage; here, every hour that is paid for and not delivered is refunded, from the first one on. The status page shows each of the last 90 days, component by component.',
        ],
      },
      {
        title: 'Planned maintenance',
        text: [
          'Maintenance you may notice is announced on the status page and in the console before it starts. When we have to empty a host, its servers are moved with their system disks; their activity logs say when and why.',
        ],
      },
      {
        title: 'Billing',
        text: [
          'Every hour is charged once, at the price in force when it started. A budget is never exceeded, not by a cent. Ask about any amount, and a person will explain it line by line.',
        ],
      },
      {
        title: 'What is not promised',
        text: [
          'Spot servers may be interrupted at any time; the rest of the hour is refunded. Work disks may be lost with their host, when a server hibernates, and when it moves. A disk without a backup has no copy. What your own software does, networks that are not ours, and what you switch off or delete yourself are not covered.',
        ],
      },
    ],
  },
};
