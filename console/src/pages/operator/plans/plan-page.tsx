import type { OperatorPlan } from '@boreal/contract/operator/operator.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { plansQuery, pricesQuery } from '../../../api/operator/catalog.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { LinkAnchor } from '../../../parts/page-links.tsx';
import { QueriedPage } from '../../../parts/queried-page.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { Facts } from '../parts/facts.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { Section } from '../parts/section.tsx';
import { useOperatorText } from '../parts/text.ts';
import { setPlanFlags, setPrice, withdrawPrice } from '@boreal/contract/endpoints/operator/catalog.ts';
import { changePlan, describePlan, reinstatePlan, retirePlan } from '@boreal/contract/endpoints/operator/shop.ts';
import { call } from '../../../api/call.ts';
import { RowActions } from './row-actions.tsx';
import { FlagsDialog } from './flags-dialog.tsx';
import { HardwareDialog } from './hardware-dialog.tsx';
import { ChangePlanDialog } from './plan-dialogs.tsx';
import { PriceDialog } from './price-dialog.tsx';
import { PricesTable } from './prices-table.tsx';
import { useOperatorPricesText } from './prices-text.ts';
import { useOperatorPlansText } from './text.ts';
import { useModelName } from './use-model-name.ts';
import { accountsWithPrice, WithdrawDialog } from './withdraw-dialog.tsx';

/** One plan: how it is sold, and its dated prices. */
export function PlanPage() {
  const t = useOperatorPlansText();
  const { planId } = useParams({ from: '/operator/plans/$planId' });
  const plans = useQuery(plansQuery);
  return (
    <QueriedPage query={plans}>
      {(rows) => {
        const plan = rows.find(({ id }) => id === planId);
        return plan === undefined ? (
          <>
            <PageHeader title={t.noPlans} />
            <EmptyState
              title={t.noPlans}
              text={planId}
              action={
                <LinkAnchor inherit to="/operator/plans">
                  {t.allPlans}
                </LinkAnchor>
              }
            />
          </>
        ) : (
          <PlanDetail plan={plan} />
        );
      }}
    </QueriedPage>
  );
}

function PlanDetail({ plan }: { plan: OperatorPlan }) {
  const t = useOperatorPlansText();
  const ofPrices = useOperatorPricesText();
  const words = useOperatorText();
  const format = useFormats();
  const modelName = useModelName();
  const prices = useQuery(pricesQuery({ planId: plan.id }));
  const [dialog, setDialog] = useState<'price' | 'flags' | 'sizes' | 'hardware' | 'withdraw' | null>(null);
  const close = () => setDialog(null);
  const yesNo = (value: boolean) => (value ? words.yes : words.no);
  return (
    <>
      <PageHeader
        title={plan.name}
        about={plan.id}
        actions={
          <>
            <RoleButton calls={setPrice} onClick={() => setDialog('price')}>
              {t.changePrice}
            </RoleButton>
            {plan.retiredAt === null && (
              <RoleButton calls={setPlanFlags} variant="default" onClick={() => setDialog('flags')}>
                {t.saleFlags}
              </RoleButton>
            )}
            {!plan.purchasable && (
              <RoleButton calls={changePlan} variant="default" onClick={() => setDialog('sizes')}>
                {t.changeSizes}
              </RoleButton>
            )}
            <RoleButton calls={describePlan} variant="default" onClick={() => setDialog('hardware')}>
              {t.hardware}
            </RoleButton>
            <PlanRetirement plan={plan} />
          </>
        }
      />
      <Facts
        facts={[
          [ofPrices.hourly, plan.pricing === null ? t.onRequest : format.rate(plan.pricing.hourly)],
          [words.status, plan.retiredAt === null ? t.eligibility[plan.eligibility] : t.retired],
          [words.gpuModel, `${plan.gpuCount} × ${modelName(plan.gpuModel)}`],
          [t.sizes, t.sizesLine(plan)],
          [t.cpuModel, plan.cpuModel ?? '–'],
          [t.network, plan.network ?? '–'],
          [t.purchasable, yesNo(plan.purchasable)],
          [t.autoProvisioning, yesNo(plan.autoProvisioning)],
          [t.priceOnRequest, yesNo(plan.priceOnRequest)],
        ]}
      />
      <Queried query={prices}>
        {(rows) => (
          <>
            <Section title={t.listPrices} about={t.listPricesAbout}>
              <PricesTable
                caption={t.listPrices}
                prices={rows.filter(({ accountId }) => accountId === null)}
                empty={<EmptyState title={t.noPrices} text={t.noPricesText} />}
              />
            </Section>
            <Section
              title={t.overrides}
              about={t.overridesAbout}
              actions={
                accountsWithPrice(rows).length > 0 && (
                  <RoleButton calls={withdrawPrice} variant="default" onClick={() => setDialog('withdraw')}>
                    {t.withdrawPrice}
                  </RoleButton>
                )
              }
            >
              <PricesTable
                caption={t.overrides}
                by="account"
                prices={rows.filter(({ accountId }) => accountId !== null)}
                empty={<EmptyState title={t.noOverrides} text={t.noOverridesText} />}
              />
            </Section>
            {dialog === 'withdraw' && <WithdrawDialog planId={plan.id} accounts={accountsWithPrice(rows)} onClose={close} />}
          </>
        )}
      </Queried>
      {dialog === 'price' && <PriceDialog plan={plan} onClose={close} />}
      {dialog === 'sizes' && <ChangePlanDialog plan={plan} onClose={close} />}
      {dialog === 'hardware' && <HardwareDialog plan={plan} onClose={close} />}
      {dialog === 'flags' && <FlagsDialog plan={plan} onClose={close} />}
    </>
  );
}

/** Takes the plan out of the catalog, or back into it. */
function PlanRetirement({ plan: { id, name, retiredAt } }: { plan: OperatorPlan }) {
  const t = useOperatorPlansText();
  const params = { planId: id };
  const retire = {
    label: t.retire,
    ask: { title: t.retireTitle(name), text: t.retirePlanText },
    row: retirePlan,
    run: () => call(retirePlan, { params }),
    done: t.isRetired(name),
  };
  const reinstate = {
    label: t.reinstate,
    ask: { title: t.reinstateTitle(name), text: t.reinstatePlanText },
    row: reinstatePlan,
    run: () => call(reinstatePlan, { params }),
    done: t.isReinstated(name),
  };
  return <RowActions label={name} size="sm" actions={[retiredAt === null ? retire : reinstate]} />;
}
