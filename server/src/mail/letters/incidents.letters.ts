import { incidentWords } from '@boreal/contract/fleet/incident-words.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import { letter, type About, type Letter } from '../letter.ts';

/** What subscribers learn about incidents, planned maintenance and announcements. */
export const incidentLetters = {
  subscription_asked: letter('subscription_asked', {
    en: ({ data, links, token, say }) => ({
      subject: 'Confirm your subscription to status updates',
      paragraphs: [
        `Someone, probably you, asked us to email this address about incidents, planned maintenance and important announcements. Confirm it to subscribe. The link works until ${say.time(data.expiresAt)}.`,
        'If this wasn’t you, ignore this email: without your confirmation we send nothing more.',
      ],
      action: { label: 'Confirm', url: links.confirmSubscription(token, 'en') },
    }),
    fr: ({ data, links, token, say }) => ({
      subject: 'Confirmez votre abonnement à l’état du service',
      paragraphs: [
        `Quelqu’un, sans doute vous, nous a demandé d’écrire à cette adresse au sujet des incidents, de la maintenance prévue et des annonces importantes. Confirmez pour vous abonner. Le lien fonctionne jusqu’au ${say.time(data.expiresAt)}.`,
        'Si ce n’est pas vous, ignorez ce courriel : sans votre confirmation, rien d’autre ne vous sera envoyé.',
      ],
      action: { label: 'Confirmer', url: links.confirmSubscription(token, 'fr') },
    }),
  }),

  incident_update: letter('incident_update', {
    en: (about) => update('en', about),
    fr: (about) => update('fr', about),
  }),
} as const;

const words = {
  en: {
    lead: {
      incident: 'We have news of an incident.',
      maintenance: 'We have news of planned maintenance.',
      announcement: 'We have an announcement.',
    },
    parts: 'Components',
    impact: 'Impact',
    state: 'State',
    begins: 'Begins',
    began: 'Began',
    ends: 'Planned end',
    saidAt: (time: string) => `Posted on ${time}:`,
    see: 'See the status page',
    stop: 'Unsubscribe from status updates',
  },
  fr: {
    lead: {
      incident: 'Voici des nouvelles d’un incident.',
      maintenance: 'Voici des nouvelles d’une maintenance prévue.',
      announcement: 'Nous avons une annonce à vous faire.',
    },
    parts: 'Composants',
    impact: 'Répercussions',
    state: 'État',
    begins: 'Début',
    began: 'Depuis',
    ends: 'Fin prévue',
    saidAt: (time: string) => `Publié le ${time} :`,
    see: 'Voir la page d’état',
    stop: 'Se désabonner de l’état du service',
  },
} as const satisfies Record<Language, unknown>;

type Told = Pick<About<'incident_update'>, 'data' | 'links' | 'token' | 'say'>;

function update(language: Language, { data, links, token, say }: Told): Letter {
  const { kind, components, impact, title, state, startsAt, endsAt, updates } = data;
  const own = words[language];
  const of = incidentWords[language];
  const [last, ...earlier] = updates;
  if (kind === 'announcement') return announcement(language, { data, links, token, say });
  const begins = state === 'scheduled' ? own.begins : own.began;
  return {
    subject: language === 'fr' ? `${of.states[state]} : ${title.fr}` : `${of.states[state]}: ${title.en}`,
    paragraphs: [own.lead[kind], ...(last ? [own.saidAt(say.time(last.at))] : [])],
    ...(last && { quote: last.text[language] }),
    list: earlier.map(
      ({ at, state: then, text }) => `${say.time(at)}, ${of.states[then]}${language === 'fr' ? ' :' : ':'} ${text[language]}`,
    ),
    facts: [
      [own.parts, components.map((component) => of.components[component]).join(', ')],
      [own.impact, of.impacts[impact]],
      [own.state, of.states[state]],
      [begins, say.time(startsAt)],
      ...(endsAt === null ? [] : [[own.ends, say.time(endsAt)] as const]),
    ],
    action: { label: own.see, url: links.status(language) },
    ...(token !== '' && { stop: { label: own.stop, url: links.stopMail(token, language) } }),
  };
}

/** An announcement's text, without any state: nothing is broken. */
function announcement(language: Language, { data, links, token, say }: Told): Letter {
  const own = words[language];
  const [last, ...earlier] = data.updates;
  return {
    subject: data.title[language],
    paragraphs: [own.lead.announcement],
    ...(last && { quote: last.text[language] }),
    list: earlier.map(({ at, text }) => `${say.time(at)}${language === 'fr' ? ' :' : ':'} ${text[language]}`),
    action: { label: own.see, url: links.status(language) },
    ...(token !== '' && { stop: { label: own.stop, url: links.stopMail(token, language) } }),
  };
}
