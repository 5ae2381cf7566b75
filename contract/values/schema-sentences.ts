import type { Told } from '../words/language.ts';

/** The sentences of the contract's own schemas. zod carries only the English one; `toldBySchema` finds the pair. */
export const schemaSentences = {
  name: { en: 'Enter a name.', fr: 'Entrez un nom.' },
  street: { en: 'Enter the street and number.', fr: 'Entrez le numéro et la rue.' },
  city: { en: 'Enter the city.', fr: 'Entrez la ville.' },
  taxNumber: { en: 'Enter the registration number.', fr: 'Entrez le numéro d’inscription.' },
  subject: { en: 'Enter a subject.', fr: 'Entrez un sujet.' },
  message: { en: 'Write a message.', fr: 'Écrivez un message.' },
  gpuCount: { en: 'Enter how many GPUs there are, from 1 to 64.', fr: 'Entrez le nombre de GPU, de 1 à 64.' },
  slug: {
    en: 'Use lowercase letters, digits, dots and hyphens, such as rtx-4090.',
    fr: 'N’utilisez que des lettres minuscules, des chiffres, des points et des traits d’union, comme rtx-4090.',
  },
  regionId: {
    en: 'Use lowercase letters, digits and hyphens, such as canada-montreal.',
    fr: 'N’utilisez que des lettres minuscules, des chiffres et des traits d’union, comme canada-montreal.',
  },
  gpuMemory: { en: 'Enter the memory of one GPU in whole GB, such as 24.', fr: 'Entrez la mémoire d’un GPU en Go entiers, comme 24.' },
  pciId: {
    en: 'Enter vendor and product as the PCI bus has them, such as 10de:2684.',
    fr: 'Entrez fabricant et produit tels que sur le bus PCI, comme 10de:2684.',
  },
  position: { en: 'Enter a place from 0 to 9999; 0 is the first.', fr: 'Entrez un rang de 0 à 9999 ; 0 est le premier.' },
  vcores: { en: 'Enter how many processor cores, from 1 to 1024.', fr: 'Entrez le nombre de cœurs, de 1 à 1024.' },
  ram: { en: 'Enter the memory in whole GB, from 1 to 32768.', fr: 'Entrez la mémoire en Go entiers, de 1 à 32768.' },
  systemDisk: { en: 'Enter the size of the disk in whole GB, such as 100.', fr: 'Entrez la taille du disque en Go entiers, comme 100.' },
  workDisk: {
    en: 'Enter the size of the work disk in whole GB, or 0 for none.',
    fr: 'Entrez la taille du disque de travail en Go entiers, ou 0 s’il n’y en a pas.',
  },
  username: {
    en: 'Enter the user name that people log in with, such as ubuntu.',
    fr: 'Entrez le nom d’utilisateur de connexion, comme ubuntu.',
  },
  imageType: { en: 'Enter which system it is, such as ubuntu.', fr: 'Entrez le nom du système, comme ubuntu.' },
  imageVersion: { en: 'Enter its version, such as 24.04.', fr: 'Entrez sa version, comme 24.04.' },
  software: { en: 'Enter what it includes, such as cuda.', fr: 'Entrez ce qu’elle comprend, comme cuda.' },
  timezone: { en: 'Enter a time zone, such as America/Toronto.', fr: 'Entrez un fuseau horaire, comme America/Toronto.' },
  soldTimes: {
    en: 'Enter a factor above zero, such as 1 or 1.5.',
    fr: 'Entrez un facteur supérieur à zéro, comme 1 ou 1,5.',
  },
  keptBack: {
    en: 'Enter how much to reserve, as a whole number, such as 16.',
    fr: 'Entrez la quantité à réserver, en nombre entier, comme 16.',
  },
  diskLimit: {
    en: 'Enter a limit in whole GB, such as 5000, or nothing for no limit.',
    fr: 'Entrez une limite en Go entiers, comme 5000, ou rien pour ne pas limiter.',
  },
  gpuNames: { en: 'Enter the address of each GPU, 1 to 64 of them.', fr: 'Entrez l’adresse de chaque GPU, de 1 à 64.' },
  reason: { en: 'Enter a reason.', fr: 'Entrez une raison.' },
  password: { en: 'Enter your password.', fr: 'Entrez votre mot de passe.' },
  recoveryCode: { en: 'Enter one of your recovery codes.', fr: 'Entrez l’un de vos codes de récupération.' },
  labelKey: { en: 'Use letters, digits and . _ - /, such as team.', fr: 'Utilisez des lettres, des chiffres et . _ - /, comme équipe.' },
  labelValue: { en: 'Enter a value, such as vision.', fr: 'Entrez une valeur, comme vision.' },
  labelTwice: {
    en: 'Use each key once.',
    fr: 'Utilisez chaque clé une seule fois.',
  },
  publicKey: {
    en: 'Paste a public key: one line that starts with its type, such as ssh-ed25519.',
    fr: 'Collez une clé publique : une ligne qui commence par son type, comme ssh-ed25519.',
  },
  emptyName: { en: 'This text must not be empty.', fr: 'Ce texte ne peut pas être vide.' },
  unseenCharacters: {
    en: 'This text has an invisible character, such as a zero-width space. Remove it, or type the text again.',
    fr: 'Ce texte contient un caractère invisible, comme une espace de largeur nulle. Retirez-le, ou retapez le texte.',
  },
  malformedId: {
    en: 'An id uses only letters, digits, dots, hyphens and underscores.',
    fr: 'Un identifiant ne contient que des lettres, des chiffres, des points, des traits d’union et des traits de soulignement.',
  },
  country: { en: 'Enter a country code of two letters, such as CA.', fr: 'Entrez un code de pays de deux lettres, comme CA.' },
  provinceMissing: {
    en: 'An address in Canada needs a province or territory.',
    fr: 'Une adresse au Canada exige une province ou un territoire.',
  },
  provinceAbroad: {
    en: 'Only an address in Canada has a province. Write a state or region with the city.',
    fr: 'Seule une adresse au Canada a une province. Écrivez l’État ou la région avec la ville.',
  },
  postalCode: {
    en: 'A Canadian postal code is written like H3B 1A5.',
    fr: 'Un code postal canadien s’écrit comme H3B 1A5.',
  },
  postalCodeElsewhere: {
    en: 'This postal code lies in another province. Check both.',
    fr: 'Ce code postal se trouve dans une autre province. Vérifiez les deux.',
  },
  gstNumber: {
    en: 'A GST/HST number is written like 123456789 RT0001.',
    fr: 'Un numéro de TPS/TVH s’écrit comme 123456789 RT0001.',
  },
  email: { en: 'Enter an email address, such as name@example.com.', fr: 'Entrez une adresse de courriel, comme nom@example.com.' },
  amount: { en: 'Enter an amount, such as 25 or 25.50.', fr: 'Entrez un montant, comme 25 ou 25,50.' },
  amountBelowZero: { en: 'Enter an amount of 0 or more.', fr: 'Entrez un montant de 0 ou plus.' },
  amountNotPositive: { en: 'Enter an amount above 0.', fr: 'Entrez un montant supérieur à 0.' },
  topUpAmount: { en: 'Enter an amount from $25 to $10,000.', fr: 'Entrez un montant de 25 $ à 10 000 $.' },
  reloadThreshold: { en: 'Enter an amount from $0 to $10,000.', fr: 'Entrez un montant de 0 $ à 10 000 $.' },
  reloadLimit: {
    en: 'Enter a limit of $25 or more, or leave it empty for no limit.',
    fr: 'Entrez une limite de 25 $ ou plus, ou n’indiquez rien pour ne pas en fixer.',
  },
  serverCount: {
    en: 'Enter a whole number of servers, from 0 to 10,000.',
    fr: 'Entrez un nombre entier de serveurs, de 0 à 10 000.',
  },
  tooFine: {
    en: 'Enter an amount with at most six decimals.',
    fr: 'Entrez un montant avec au plus six décimales.',
  },
  port: { en: 'Enter a port from 1 to 65535.', fr: 'Entrez un port de 1 à 65535.' },
  terms: {
    en: 'Agree to the current terms and privacy policy to create an account.',
    fr: 'Acceptez les conditions et la politique de confidentialité en vigueur pour créer un compte.',
  },
  sixDigits: { en: 'Enter the six digits of the code.', fr: 'Entrez les six chiffres du code.' },
  movementKey: {
    en: 'A key has 1 to 100 letters, digits or signs, without spaces.',
    fr: 'Une clé a de 1 à 100 lettres, chiffres ou signes, sans espace.',
  },
  noAttachments: {
    en: 'Attachments are not supported yet. Paste text into the message, or link to the file.',
    fr: 'Les pièces jointes ne sont pas encore prises en charge. Collez le texte dans le message, ou donnez un lien vers le fichier.',
  },
  qstNumber: {
    en: 'A QST number is written like 1234567890 TQ0001.',
    fr: 'Un numéro de TVQ s’écrit comme 1234567890 TQ0001.',
  },
} as const satisfies Record<string, Told>;

/** A schema's own sentence in both languages; null for one that zod worded. */
export function toldBySchema(english: string): Told | null {
  return Object.values(schemaSentences).find(({ en }) => en === english) ?? null;
}
