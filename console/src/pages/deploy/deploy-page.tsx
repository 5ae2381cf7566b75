import type { BillingCycle, GpuPlan } from '@boreal/contract/shop/catalog.ts';
import type { PlanFacts } from '@boreal/contract/shop/plan-facts.ts';
import { readValue } from '@boreal/contract/values/read-value.ts';
import { CreateServerRequest } from '@boreal/contract/servers/servers.ts';
import { Select, Text, TextInput, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { flavorsQuery, imagesQuery, planFactsQuery, plansQuery, regionsQuery } from '../../api/catalog.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loading } from '../../parts/loading.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { LinkAnchor } from '../../parts/page-links.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Queried } from '../../parts/queried.tsx';
import { BillingChoice } from './billing-choice.tsx';
import classes from './deploy.module.css';
import { HourlySummary } from './hourly-summary.tsx';
import { Instead } from './instead.tsx';
import { KeyChoice } from './key-choice.tsx';
import { ModelList } from './model-list.tsx';
import { firstPlan, modelsOf } from './models.rules.ts';
import type { ServerOrder } from './server-order.ts';
import { SizeChoice } from './size-choice.tsx';
import { TermSummary } from './term-summary.tsx';
import { useDeployText } from './text.ts';
import { useKeptChoice } from './use-kept-choice.ts';

/** Choosing a server, with its cost beside it. */
export function DeployPage() {
  const t = useDeployText();
  const asked = useSearch({ from: '/console/deploy' }).region;
  const regions = useQuery({ ...regionsQuery(useAccountId()), enabled: asked !== undefined });
  const [chosen, setRegion] = useState<string>();
  // A region that is gone is none.
  const region = chosen ?? regions.data?.find(({ id, default: usual }) => id === asked && !usual)?.id;
  // The plans of the region before stay in sight until those of the new one are there.
  const plans = useQuery({ ...plansQuery(useAccountId(), region), placeholderData: keepPreviousData });
  // How much memory a GPU has, and what else is known of it: what is shown together comes together.
  const flavors = useQuery(flavorsQuery(useAccountId()));
  const facts = useQuery(planFactsQuery(useAccountId()));
  const mayDeploy = useMayDo('servers.write');
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      {mayDeploy ? (
        <Queried query={plans}>
          {(found) =>
            found.length === 0 ? (
              <EmptyState title={t.noPlansTitle} text={t.noPlansText} />
            ) : flavors.isPending || facts.isPending ? (
              <Loading />
            ) : (
              <Choosing plans={found} region={region} kept={chosen ?? asked} onRegion={setRegion} />
            )
          }
        </Queried>
      ) : (
        <ProblemNotice text={t.mayNot} />
      )}
    </>
  );
}

const NO_FACTS: readonly PlanFacts[] = [];

interface ChoosingProps {
  readonly plans: readonly GpuPlan[];
  /** Undefined: the default region. */
  readonly region: string | undefined;
  /** The region as the address has it, whether or not it is known yet. */
  readonly kept: string | undefined;
  readonly onRegion: (region: string) => void;
}

function Choosing({ plans, region, kept, onRegion }: ChoosingProps) {
  const t = useDeployText();
  const accountId = useAccountId();
  const flavors = useQuery(flavorsQuery(accountId));
  const facts = useQuery(planFactsQuery(accountId)).data ?? NO_FACTS;
  const models = modelsOf(plans, { flavors: flavors.data ?? [], facts });
  // People who come from the public page of a GPU, or back from paying, have already chosen.
  const wanted = useSearch({ from: '/console/deploy' });
  const [planId, setPlanId] = useState<string | null>(wanted.plan ?? null);
  const [chosenCycle, setCycle] = useState<BillingCycle>(wanted.cycle ?? 'hourly');
  const [sshKeyId, setSshKeyId] = useState<string | null>(null);
  const [imageId, setImageId] = useState<string | null>(wanted.image ?? null);
  const [name, setName] = useState(wanted.name ?? '');
  const nameProblem = useNameProblem(name);
  const order = { sshKeyId, name, nameProblem, ...(imageId !== null && { imageId }), ...(region !== undefined && { region }) };
  // Looked up again in the latest data: stock and price change meanwhile.
  const plan = plans.find(({ id }) => id === planId) ?? null;
  const model = models.find((one) => one.name === plan?.gpuModel) ?? null;
  const cycle = plan?.hourlyOnly ? 'hourly' : chosenCycle;
  const chooseModel = (modelName: string) => {
    const found = models.find((one) => one.name === modelName);
    setPlanId((found && firstPlan(found)?.id) ?? null);
  };
  const isOut = plan?.eligibility === 'out_of_stock';
  const back = useKeptChoice({
    plan: planId ?? undefined,
    region: kept,
    cycle: chosenCycle === 'hourly' ? undefined : chosenCycle,
    image: imageId ?? undefined,
    name: name === '' ? undefined : name,
  });
  return (
    <div className={classes.page}>
      <div className={classes.choices}>
        <RegionChoice chosen={region} onChoose={onRegion} />
        <ModelList models={models} chosen={model?.name ?? null} onChoose={chooseModel} />
        {plan && model && (
          <>
            <SizeChoice model={model} plan={plan} facts={facts} onChoose={({ id }) => setPlanId(id)} />
            {isOut && <Instead plans={plans} wanted={plan} region={region} onChoose={({ id }) => setPlanId(id)} />}
            {plan.pricing && <BillingChoice plan={plan} cycle={cycle} onChoose={setCycle} />}
            <ImageChoice chosen={imageId} onChoose={setImageId} />
            <KeyChoice chosen={sshKeyId} onChoose={setSshKeyId} />
            <TextInput
              label={t.name}
              description={t.nameHint}
              value={name}
              maxLength={100}
              onChange={(event) => setName(event.currentTarget.value)}
              error={nameProblem}
              labelProps={{ fw: 650 }}
              maw={420}
            />
          </>
        )}
      </div>
      <div className={classes.side}>
        <div className={classes.heading}>
          <Title order={2} size="h3" mb="md">
            {t.summary}
          </Title>
          {plan !== null && (
            <Text fw={600} mb="sm">
              {plan.name}
            </Text>
          )}
        </div>
        {plan === null ? <Told>{t.needGpu}</Told> : <Cost plan={plan} cycle={cycle} order={order} back={back} />}
      </div>
    </div>
  );
}

/** The contract's objection to the name of a server; no name is none. */
function useNameProblem(name: string): string | null {
  const { language } = useLanguage();
  const read = readValue(CreateServerRequest.shape.name, name.trim() === '' ? undefined : name);
  return read.success ? null : (read.issues[0]?.message[language] ?? null);
}

interface CostProps {
  readonly plan: GpuPlan;
  readonly cycle: BillingCycle;
  readonly order: ServerOrder;
  /** The address of this page with all that is chosen, for who has to pay first. */
  readonly back: string;
}

function Cost({ plan, cycle, order, back }: CostProps) {
  const t = useDeployText();
  if (plan.eligibility === 'contact') {
    return (
      <Told>
        {t.contact}{' '}
        <LinkAnchor to="/console/support/new" search={{ subject: t.quoteFor(plan.name) }} underline="always">
          {t.writeUs}
        </LinkAnchor>
      </Told>
    );
  }
  if (plan.eligibility !== 'deployable') return <Told>{t.notNow}</Told>;
  return cycle === 'hourly' ? (
    <HourlySummary key={plan.id} plan={plan} order={order} back={back} />
  ) : (
    <TermSummary key={`${plan.id} ${cycle}`} plan={plan} cycle={cycle} order={order} back={back} />
  );
}

/** Instead of what it costs. */
function Told({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" component="div" className={classes.lines}>
      {children}
    </Text>
  );
}

/** Where the server is to stand; nothing to choose where there is one region only. */
function RegionChoice({ chosen, onChoose }: { chosen: string | undefined; onChoose: (region: string) => void }) {
  const t = useDeployText();
  const regions = useQuery(regionsQuery(useAccountId()));
  if (!regions.data || regions.data.length < 2) return null;
  return (
    <Select
      label={t.region}
      data={regions.data.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen ?? regions.data.find((one) => one.default)?.id ?? null}
      onChange={(region) => region !== null && onChoose(region)}
      allowDeselect={false}
      labelProps={{ fw: 650 }}
      maw={420}
    />
  );
}

/** How the software of an image writes its name. */
const brands = new Map([
  ['cuda', 'CUDA'],
  ['docker', 'Docker'],
]);

function ImageChoice({ chosen, onChoose }: { chosen: string | null; onChoose: (id: string | null) => void }) {
  const t = useDeployText();
  const images = useQuery(imagesQuery(useAccountId()));
  const image = images.data?.find((one) => one.id === chosen) ?? images.data?.find((one) => one.default);
  if (!image) return null;
  const software =
    image.labels.length === 0 ? t.imageBare : t.imageWith(image.labels.map((label) => brands.get(label) ?? label).join(', '));
  return (
    <Select
      label={t.image}
      description={`${software} ${t.imageHint(image.username)}`}
      data={images.data?.map(({ id, name }) => ({ value: id, label: name }))}
      value={image.id}
      onChange={onChoose}
      allowDeselect={false}
      labelProps={{ fw: 650 }}
      maw={420}
    />
  );
}
