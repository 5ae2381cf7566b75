import { addModel, changeModel, reinstateModel, retireModel } from '@boreal/contract/endpoints/operator/shop.ts';
import { AddModelRequest, ChangeModelRequest, type GpuModel } from '@boreal/contract/shop/shop.ts';
import { Badge, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { modelsQuery } from '../../../api/operator/shop.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { changedIn } from '../../../parts/changed-in.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { amountNeeded, wordsOf } from '../../../parts/typed-values.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useOperatorText } from '../parts/text.ts';
import { useDone } from '../parts/use-done.ts';
import { CatalogList } from './catalog-list.tsx';
import { RowActions } from './row-actions.tsx';
import { useOperatorPlansText } from './text.ts';

/** The GPU models, in the order in which customers see them. */
export function ModelsPage() {
  const t = useOperatorPlansText();
  const words = useOperatorText();
  const models = useQuery(modelsQuery);
  const [open, setOpen] = useState<GpuModel | 'new' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <CatalogList
        part="models"
        query={models}
        add={{ label: t.addModel, calls: addModel, onClick: () => setOpen('new') }}
        rowKey={({ slug }) => slug}
        columns={[
          {
            name: words.gpuModel,
            sortBy: ({ name }) => name,
            wraps: true,
            cell: ({ name, memoryGb, retiredAt }) => (
              <>
                {name}
                <Text size="xs" c="dimmed" className="narrow-only">
                  {t.gb(memoryGb)} · {retiredAt === null ? t.sold : t.retired}
                </Text>
              </>
            ),
          },
          { name: t.slug, sortBy: ({ slug }) => slug, cell: ({ slug }) => slug, wideOnly: true },
          { name: t.memory, sortBy: ({ memoryGb }) => memoryGb, align: 'right', cell: ({ memoryGb }) => t.gb(memoryGb), wideOnly: true },
          { name: t.position, sortBy: ({ position }) => position, align: 'right', cell: ({ position }) => position, wideOnly: true },
          {
            name: words.status,
            wideOnly: true,
            sortBy: ({ retiredAt }) => (retiredAt === null ? t.sold : t.retired),
            cell: ({ retiredAt }) =>
              retiredAt === null ? <Badge color="boreal">{t.sold}</Badge> : <Badge color="gray">{t.retired}</Badge>,
          },
          { name: words.action, align: 'right', cell: (model) => <ModelActions model={model} onChange={() => setOpen(model)} /> },
        ]}
        empty={<EmptyState title={t.noModels} text={t.noModelsText} />}
      />
      {open === 'new' && <AddModelDialog onClose={close} />}
      {open !== null && open !== 'new' && <ChangeModelDialog model={open} onClose={close} />}
    </>
  );
}

function ModelActions({ model, onChange }: { model: GpuModel; onChange: () => void }) {
  const t = useOperatorPlansText();
  const params = { slug: model.slug };
  const retire = {
    label: t.retire,
    ask: { title: t.retireTitle(model.name), text: t.retireModelText },
    row: retireModel,
    run: () => call(retireModel, { params }),
    done: t.isRetired(model.name),
  };
  const reinstate = {
    label: t.reinstate,
    ask: { title: t.reinstateTitle(model.name), text: t.reinstateModelText },
    row: reinstateModel,
    run: () => call(reinstateModel, { params }),
    done: t.isReinstated(model.name),
  };
  return (
    <RowActions
      label={model.name}
      actions={[{ label: t.change, row: changeModel, open: onChange }, model.retiredAt === null ? retire : reinstate]}
    />
  );
}

function AddModelDialog({ onClose }: { onClose: () => void }) {
  const t = useOperatorPlansText();
  const words = useOperatorText();
  const done = useDone(onClose);
  const form = useRequestForm({
    initialValues: { slug: '', name: '', memoryGb: '', pciIds: '' },
    schema: AddModelRequest,
    request: ({ slug, name, memoryGb, pciIds }) => ({ slug, name, memoryGb: amountNeeded(memoryGb), pciIds: wordsOf(pciIds) }),
    send: (body) => call(addModel, { body }),
    onSent: ({ name }) => done(t.added(name)),
  });
  return (
    <FormDialog opened onClose={onClose} title={t.addModel} about={t.addModelAbout} action={t.addModel} form={form}>
      <TextInput label={words.name} description={t.modelNameHint} required data-autofocus {...form.field('name')} />
      <TextInput label={t.slug} description={t.slugHint} required {...form.field('slug')} />
      <TextInput label={t.memoryField} inputMode="numeric" required {...form.field('memoryGb')} />
      <TextInput label={t.pciIds} description={t.pciIdsHint} {...form.field('pciIds')} />
    </FormDialog>
  );
}

function ChangeModelDialog({ model, onClose }: { model: GpuModel; onClose: () => void }) {
  const t = useOperatorPlansText();
  const words = useOperatorText();
  const done = useDone(onClose);
  const [shown] = useState({
    name: model.name,
    memoryGb: String(model.memoryGb),
    position: String(model.position),
    pciIds: model.pciIds.join(', '),
  });
  const form = useRequestForm({
    initialValues: shown,
    schema: ChangeModelRequest,
    request: (typed) => changedIn(modelIn(typed), modelIn(shown)),
    send: (body) => call(changeModel, { params: { slug: model.slug }, body }),
    onSent: ({ name }) => done(t.changed(name)),
  });
  return (
    <FormDialog opened onClose={onClose} title={model.name} about={t.changeModelAbout} action={t.save} form={form}>
      <TextInput label={words.name} required data-autofocus {...form.field('name')} />
      <TextInput label={t.memoryField} inputMode="numeric" required {...form.field('memoryGb')} />
      <TextInput label={t.positionField} description={t.positionHint} inputMode="numeric" required {...form.field('position')} />
      <TextInput label={t.pciIds} description={t.pciIdsHint} {...form.field('pciIds')} />
    </FormDialog>
  );
}

function modelIn({ name, memoryGb, position, pciIds }: { name: string; memoryGb: string; position: string; pciIds: string }) {
  return { name, memoryGb: amountNeeded(memoryGb), position: amountNeeded(position), pciIds: wordsOf(pciIds) };
}
