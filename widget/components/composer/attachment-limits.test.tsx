import { afterEach, expect, test } from 'vitest'
import { mountWithFiles, type AttachmentsApp } from './attachments-world.test-support.tsx'

let app: AttachmentsApp

afterEach(() => app.page.unmount())

const png = (name = 'photo.png') => new File(['png'], name, { type: 'image/png' })
const zip = (name = 'a.zip') => new File(['zip'], name, { type: 'application/zip' })

const MIB = 1_048_576
const LIMITS = { fileBytes: 8 * MIB, anonymousFileBytes: 2 * MIB, imageBytes: MIB }

test.each([
  ['anonymous', 2, 'Attach up to 10 files of 2 MB each, images of 1 MB'],
  ['token', 8, 'Attach up to 10 files of 8 MB each, images of 1 MB'],
] as const)('of a person with mode %s the server takes files of %i MB', async (mode, mib, said) => {
  app = await mountWithFiles({ mode, limits: LIMITS })
  const sized = (name: string, size: number, type = 'application/zip') =>
    Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size })

  expect(app.button('Attach files')?.getAttribute('aria-description')).toBe(said)
  await app.pick(
    sized('fits.zip', mib * MIB),
    sized('over.zip', mib * MIB + 1),
    sized('fits.png', MIB, 'image/png'),
    sized('over.png', MIB + 1, 'image/png'),
  )

  expect(app.names()).toEqual(['fits.zip', 'fits.png'])
  expect(app.notes()).toEqual([
    `over.zip is larger than ${mib} MB, so it was left out.`,
    'over.png is larger than 1 MB, so it was left out.',
  ])
})

test('takes as many files as the server says, and those of its types', async () => {
  const fileTypes = ['image/*', 'application/pdf']
  app = await mountWithFiles({ limits: { filesPerMessage: 1 }, fileTypes })

  expect(app.input()?.accept).toBe('image/*,application/pdf')
  expect(app.button('Attach files')?.getAttribute('aria-description')).toBe(
    'Attach one file of up to 20 MB',
  )
  await app.pick(zip(), png(), png('second.png'))
  expect(app.names()).toEqual(['photo.png'])
  expect(app.notes()).toEqual([
    'File type application/zip is not accepted. Accepted types: image/*,application/pdf',
    'Only 1 can go with a message, so 1 was left out.',
  ])
})
