import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function billing({ view, code, examples: x, minimumTopup }: DocKit): Doc {
  return {
    title: 'Facturation et budgets',
    description: 'Heures, crédit, budgets, périodes d’un mois ou d’un an, taxes et remboursements.',
    lead: 'Ce qui est facturé, quand, et ce qui ne pourra jamais l’être.',
    sections: [
      {
        id: 'hours',
        title: 'Heures',
        body: html`<p>
            Chaque heure d’un serveur à l’heure est facturée à son début. La première est débitée au déploiement et commence à compter quand
            le serveur est
            <code>ACTIVE</code>. Les heures se comptent à partir de ce moment, et non à l’heure pile. Quand un serveur ne démarre jamais, ou
            est perdu par notre faute, ce qui a été payé sans être utilisé est remboursé.
          </p>
          <p>Chaque heure est une ligne que vous pouvez lire :</p>
          ${code(x.usage)}`,
      },
      {
        id: 'credit',
        title: 'Crédit',
        body: html`<p>
          Les serveurs à l’heure sont payés à même un crédit prépayé en dollars canadiens, acheté par carte à partir de ${minimumTopup}. Le
          rechargement automatique peut en acheter pour vous, sous un seuil et dans une limite mensuelle. Le crédit ne descend jamais sous
          zéro : un serveur dont il ne couvre pas l’heure suivante est mis en hibernation à la fin de l’heure payée. Un courriel vous
          prévient avant.
        </p>`,
      },
      {
        id: 'budgets',
        title: 'Budgets',
        body: html`<p>Un compte peut avoir une limite par mois et une par jour, et chaque serveur à l’heure une limite par mois.</p>
          <ul>
            <li>
              Elles sont vérifiées dans la transaction qui prélève l’argent : deux requêtes simultanées ne peuvent pas les franchir
              ensemble.
            </li>
            <li>Un déploiement qui en dépasserait une est refusé avec <code>BUDGET_CAP_REACHED</code> ; rien n’est débité.</li>
            <li>Un serveur dont l’heure suivante en dépasserait une est mis en hibernation et conserve son disque système.</li>
            <li>Les mois et les jours sont à l’heure de l’Est. Les périodes payées d’avance ne comptent pas.</li>
          </ul>
          ${code(x.budget)}
          <p>Les budgets se modifient dans la console. Les agents peuvent les abaisser, jamais les relever.</p>`,
      },
      {
        id: 'terms',
        title: 'Mensuel et annuel',
        body: html`<p>
          Une période est débitée d’avance de votre carte ; le prix annuel est indiqué par mois et débité pour douze. Les GPU sont réservés
          pendant le débit de la carte. Si vous le choisissez, une période se renouvelle automatiquement : votre carte est débitée à partir
          de trois jours avant sa fin, et un courriel vous prévient une semaine à l’avance. Un serveur en panne n’est renouvelé qu’une fois
          rétabli. À la fin d’une période qui n’est pas renouvelée, le serveur est mis en hibernation.
        </p>`,
      },
      {
        id: 'taxes',
        title: 'Taxes, reçus, remboursements',
        body: html`<p>
            Tous les prix sont avant taxes. Les taxes suivent votre adresse de facturation : TPS, TVH, TVQ ou TVP. Chaque paiement a un reçu
            ou une facture numérotés en JSON et PDF, et chaque mois un relevé. Un remboursement retourne d’où vient l’argent, avec une note
            de crédit.
          </p>
          <p>Voir <a href="${view.to('/gpus')}">tous les prix</a>.</p>`,
      },
    ],
  };
}
