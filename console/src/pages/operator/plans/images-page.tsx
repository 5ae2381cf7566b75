import { removeImage, setImage } from '@boreal/contract/endpoints/operator/shop.ts';
import { SetImageRequest, type OperatorImage } from '@boreal/contract/shop/shop.ts';
import { Badge, Checkbox, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { imagesQuery } from '../../../api/operator/shop.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { amountNeeded, textOrNull, wordsOf } from '../../../parts/typed-values.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useOperatorText } from '../parts/text.ts';
import { useDone } from '../parts/use-done.ts';
import { CatalogList } from './catalog-list.tsx';
import { RowActions } from './row-actions.tsx';
import { useOperatorPlansText } from './text.ts';

/** The operating systems that servers start with. */
export function ImagesPage() {
  const t = useOperatorPlansText();
  const words = useOperatorText();
  const images = useQuery(imagesQuery);
  const [open, setOpen] = useState<OperatorImage | 'new' | null>(null);
  return (
    <>
      <CatalogList
        part="images"
        query={images}
        add={{ label: t.addImage, calls: setImage, onClick: () => setOpen('new') }}
        rowKey={({ id }) => id}
        columns={[
          {
            name: words.name,
            sortBy: ({ name }) => name,
            wraps: true,
            cell: ({ name, isDefault }) => (
              <>
                {name} {isDefault && <Badge color="boreal">{t.default}</Badge>}
              </>
            ),
          },
          {
            name: t.engineName,
            sortBy: ({ id, engineName }) => engineName ?? id,
            cell: ({ id, engineName }) => engineName ?? id,
            wideOnly: true,
          },
          { name: t.username, sortBy: ({ username }) => username, cell: ({ username }) => username, wideOnly: true },
          {
            name: t.software,
            sortBy: ({ labels }) => labels.join(', '),
            cell: ({ labels }) => (labels.length === 0 ? '–' : labels.join(', ')),
            wideOnly: true,
          },
          { name: t.size, sortBy: ({ sizeGb }) => sizeGb, align: 'right', cell: ({ sizeGb }) => t.gb(sizeGb) },
          { name: words.action, align: 'right', cell: (image) => <ImageActions image={image} onChange={() => setOpen(image)} /> },
        ]}
        empty={<EmptyState title={t.noImages} text={t.noImagesText} />}
      />
      {open !== null && <ImageDialog image={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  );
}

function ImageActions({ image, onChange }: { image: OperatorImage; onChange: () => void }) {
  const t = useOperatorPlansText();
  const remove = {
    label: t.remove,
    ask: { title: t.removeTitle(image.name), text: t.removeImageText, destructive: true },
    row: removeImage,
    run: () => call(removeImage, { params: { imageId: image.id } }),
    done: t.isRemoved(image.name),
  };
  return (
    <RowActions label={image.name} actions={[{ label: t.change, row: setImage, open: onChange }, ...(image.isDefault ? [] : [remove])]} />
  );
}

function ImageDialog({ image, onClose }: { image: OperatorImage | null; onClose: () => void }) {
  const t = useOperatorPlansText();
  const words = useOperatorText();
  const done = useDone(onClose);
  const form = useRequestForm({
    initialValues: {
      id: image?.id ?? '',
      name: image?.name ?? '',
      username: image?.username ?? '',
      engineName: image?.engineName ?? '',
      type: image?.type ?? '',
      version: image?.version ?? '',
      sizeGb: String(image?.sizeGb ?? ''),
      labels: image?.labels.join(', ') ?? '',
      isDefault: image?.isDefault ?? false,
    },
    schema: SetImageRequest,
    request: ({ engineName, sizeGb, labels, ...said }) => ({
      ...said,
      engineName: textOrNull(engineName),
      sizeGb: amountNeeded(sizeGb),
      labels: wordsOf(labels),
    }),
    send: (body) => call(setImage, { body }),
    onSent: ({ name }) => done(image === null ? t.added(name) : t.changed(name)),
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={image?.name ?? t.addImage}
      about={t.imageAbout}
      action={image === null ? t.addImage : t.save}
      form={form}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label={words.name} description={t.imageNameHint} required data-autofocus {...form.field('name')} />
        {image === null && <TextInput label={t.imageId} description={t.imageIdHint} required {...form.field('id')} />}
        <TextInput label={t.engineName} description={t.engineNameHint} {...form.field('engineName')} />
        <TextInput label={t.username} description={t.usernameHint} required {...form.field('username')} />
        <TextInput label={t.imageType} description={t.imageTypeHint} required {...form.field('type')} />
        <TextInput label={t.imageVersion} description={t.imageVersionHint} required {...form.field('version')} />
        <TextInput label={t.imageSize} inputMode="numeric" required {...form.field('sizeGb')} />
        <TextInput label={t.software} description={t.softwareHint} {...form.field('labels')} />
      </SimpleGrid>
      {!image?.isDefault && <Checkbox label={t.makeDefaultImage} {...form.tick('isDefault')} />}
    </FormDialog>
  );
}
