import type { RegionInfo } from '@boreal/contract/shop/catalog.ts';
import { addRegion, changeRegion, removeRegion } from '@boreal/contract/endpoints/operator/shop.ts';
import { AddRegionRequest, ChangeRegionRequest } from '@boreal/contract/shop/shop.ts';
import { Badge, Checkbox, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { regionsQuery } from '../../../api/operator/shop.ts';
import { changedIn } from '../../../parts/changed-in.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useRequestForm, type RequestFormOf } from '../../../parts/use-request-form.ts';
import { useOperatorText } from '../parts/text.ts';
import { useDone } from '../parts/use-done.ts';
import { CatalogList } from './catalog-list.tsx';
import { RowActions } from './row-actions.tsx';
import { useOperatorPlansText } from './text.ts';

/** Where servers stand. */
export function RegionsPage() {
  const t = useOperatorPlansText();
  const words = useOperatorText();
  const regions = useQuery(regionsQuery);
  const [open, setOpen] = useState<RegionInfo | 'new' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <CatalogList
        part="regions"
        query={regions}
        add={{ label: t.addRegion, calls: addRegion, onClick: () => setOpen('new') }}
        rowKey={({ id }) => id}
        columns={[
          {
            name: words.name,
            sortBy: ({ name }) => name,
            wraps: true,
            cell: (region) => (
              <>
                {region.name} {region.default && <Badge color="boreal">{t.default}</Badge>}
              </>
            ),
          },
          { name: t.regionId, sortBy: ({ id }) => id, cell: ({ id }) => id, wideOnly: true },
          { name: t.timezone, sortBy: ({ timezone }) => timezone, cell: ({ timezone }) => timezone, wideOnly: true },
          {
            name: 'IPv6',
            sortBy: ({ features }) => Number(features.ipv6),
            cell: ({ features }) => (features.ipv6 ? words.yes : words.no),
            wideOnly: true,
          },
          {
            name: words.status,
            sortBy: ({ available }) => (available ? t.takesServers : t.takesNone),
            cell: ({ available }) =>
              available ? <Badge color="boreal">{t.takesServers}</Badge> : <Badge color="gray">{t.takesNone}</Badge>,
          },
          { name: words.action, align: 'right', cell: (region) => <RegionActions region={region} onChange={() => setOpen(region)} /> },
        ]}
        empty="–"
      />
      {open === 'new' && <AddRegionDialog onClose={close} />}
      {open !== null && open !== 'new' && <ChangeRegionDialog region={open} onClose={close} />}
    </>
  );
}

function RegionActions({ region, onChange }: { region: RegionInfo; onChange: () => void }) {
  const t = useOperatorPlansText();
  const params = { regionId: region.id };
  const others = [
    {
      label: t.makeDefault,
      ask: { title: t.makeDefaultTitle(region.name), text: t.makeDefaultText },
      row: changeRegion,
      run: () => call(changeRegion, { params, body: { makeDefault: true } }),
      done: t.changed(region.name),
    },
    {
      label: t.remove,
      ask: { title: t.removeTitle(region.name), text: t.removeRegionText, destructive: true },
      row: removeRegion,
      run: () => call(removeRegion, { params }),
      done: t.isRemoved(region.name),
    },
  ];
  return (
    <RowActions label={region.name} actions={[{ label: t.change, row: changeRegion, open: onChange }, ...(region.default ? [] : others)]} />
  );
}

interface TypedPlace {
  readonly name: string;
  readonly country: string;
  readonly province: string;
  readonly timezone: string;
  readonly ipv6: boolean;
}

function AddRegionDialog({ onClose }: { onClose: () => void }) {
  const t = useOperatorPlansText();
  const done = useDone(onClose);
  const form = useRequestForm({
    initialValues: { id: '', name: '', country: 'CA', province: '', timezone: '', ipv6: true },
    schema: AddRegionRequest,
    request: (values) => values,
    send: (body) => call(addRegion, { body }),
    onSent: (_answer, { name }) => done(t.added(name)),
  });
  return (
    <FormDialog opened onClose={onClose} title={t.addRegion} about={t.addRegionAbout} action={t.addRegion} form={form}>
      <TextInput label={t.regionId} description={t.regionIdHint} required data-autofocus {...form.field('id')} />
      <PlaceFields form={form} />
    </FormDialog>
  );
}

function ChangeRegionDialog({ region, onClose }: { region: RegionInfo; onClose: () => void }) {
  const t = useOperatorPlansText();
  const done = useDone(onClose);
  const { name, country, province, timezone, features } = region;
  const [shown] = useState({ name, country, province, timezone, ipv6: features.ipv6 });
  const form = useRequestForm({
    initialValues: shown,
    schema: ChangeRegionRequest,
    request: (typed) => changedIn(typed, shown),
    send: (body) => call(changeRegion, { params: { regionId: region.id }, body }),
    onSent: (_answer, values) => done(t.changed(values.name)),
  });
  return (
    <FormDialog opened onClose={onClose} title={region.name} action={t.save} form={form}>
      <PlaceFields form={form} />
    </FormDialog>
  );
}

function PlaceFields({ form }: { form: Pick<RequestFormOf<TypedPlace>, 'field' | 'tick'> }) {
  const t = useOperatorPlansText();
  const words = useOperatorText();
  return (
    <>
      <TextInput label={words.name} description={t.regionNameHint} required {...form.field('name')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label={t.country} description={t.countryHint} required {...form.field('country')} />
        <TextInput label={t.province} description={t.provinceHint} {...form.field('province')} />
      </SimpleGrid>
      <TextInput label={t.timezone} description={t.timezoneHint} required {...form.field('timezone')} />
      <Checkbox label={t.ipv6Field} {...form.tick('ipv6')} />
    </>
  );
}
