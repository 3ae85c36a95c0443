import { afterEach, expect, test, vi } from 'vitest'
import { readRequestError } from '../api/request-error.ts'
import { depsOf } from '../world/chat-deps.ts'
import { attachmentOf } from './attachments/fake-adapter.test-support.ts'
import { LOCAL_ACCEPT } from './attachments/sort-files.ts'
import { mountWithFiles, type AttachmentsApp } from './attachments-world.test-support.tsx'

let app: AttachmentsApp

afterEach(async () => {
  await app.page.unmount()
  vi.restoreAllMocks()
})

const png = (name = 'photo.png') => new File(['png'], name, { type: 'image/png' })
const zip = (name = 'a.zip') => new File(['zip'], name, { type: 'application/zip' })
const finishAll = async () => {
  await app.do(() => {
    for (const upload of app.calls.uploads) void upload.finish()
  })
  await app.settle()
}
const uploaded = { url: 'https://files.example/a.zip', name: 'a.zip', size: 3, type: 'file' }

test('offers files only where the thread takes them (2.35, 3.17)', async () => {
  app = await mountWithFiles({ canAttach: false })
  expect(app.button('Attach files')).toBeUndefined()
  expect(app.input()).toBeNull()
  // The browser handles the paste.
  expect(await app.carry(app.field, 'paste', { files: [zip()] })).toBe(false)
  expect(app.names()).toEqual([])
})

test('picks several files at once by default, of every type that goes up (2.6, 9.13, A33)', async () => {
  app = await mountWithFiles()
  const input = app.input()!
  const opened = vi.spyOn(input, 'click').mockImplementation(() => undefined)
  await app.click(app.button('Attach files')!)
  expect(opened).toHaveBeenCalledTimes(1)
  expect(input.multiple).toBe(true)
  expect(input.hasAttribute('accept')).toBe(false)
  expect(app.button('Attach files')?.getAttribute('aria-description')).toBe(
    'Attach up to 10 files of 20 MB each',
  )
})

test('picks only what a message can carry where nothing takes uploads (A39)', async () => {
  app = await mountWithFiles({ hasCloud: false })
  expect(app.input()?.accept).toBe(LOCAL_ACCEPT)
  await app.pick(zip(), new File(['Hi'], 'a.txt', { type: 'text/plain' }))
  expect(app.names()).toEqual(['a.txt'])
  expect(app.notes()).toEqual([
    `File type application/zip is not accepted. Accepted types: ${LOCAL_ACCEPT}`,
  ])
  await app.click(app.button('Send')!)
  await app.settle()
  expect(app.chat.outgoing).toMatchObject([
    { text: '', attachments: [{ type: 'document', url: 'data:text/plain;base64,SGk=' }] },
  ])
})

test('announces left-out files as an alert, which describes the field while it is shown (A39)', async () => {
  app = await mountWithFiles()
  const described = () =>
    (app.field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
  await app.pick(new File([], 'empty.txt', { type: 'text/plain' }))
  expect(described()).toEqual(['empty.txt is empty, so it was left out.'])
  await vi.waitFor(() =>
    expect(app.heard()).toContain('alert: empty.txt is empty, so it was left out.'),
  )

  await app.pick(png())
  expect(app.notes()).toEqual([])
  expect(app.field.hasAttribute('aria-describedby')).toBe(false)
})

test('shows how far an upload is, in words too, and sends the file without any text (U77)', async () => {
  app = await mountWithFiles()
  const send = app.button('Send')!
  expect(send.getAttribute('aria-disabled')).toBe('true')
  await app.pick(zip())
  await app.do(() => app.calls.uploads[0]?.progress(0.42))

  const ring = app.container.querySelector('[role=progressbar]')
  expect(ring?.getAttribute('aria-label')).toBe('Uploading a.zip')
  expect(ring?.getAttribute('aria-valuenow')).toBe('42')
  expect(ring?.getAttribute('aria-valuetext')).toBe('42%')
  await app.do(() => void app.calls.uploads[0]?.finish())
  await app.settle()
  expect(app.container.querySelector('[role=progressbar]')).toBeNull()
  expect(app.chips()[0]?.textContent).toContain('3 bytes')

  expect(send.getAttribute('aria-disabled')).toBe('false')
  await app.click(send)
  await app.settle()
  expect(app.chat.outgoing).toMatchObject([{ text: '', attachments: [uploaded] }])
  expect(app.names()).toEqual([])
})

test('says before the send that a file will not be read, and sends it all the same', async () => {
  app = await mountWithFiles()
  const sheet = new File(['PK\x03\x04\0'], 'sheet.xlsx')
  await app.pick(sheet, new File(['name,qty'], 'list.csv', { type: 'application/vnd.ms-excel' }))
  const textOf = (index: number) => app.chips()[index]?.querySelector('.tray-meta')?.textContent

  expect(textOf(0)).toBe('The assistant cannot read this file.')
  await vi.waitFor(() =>
    expect(app.heard()).toContain('alert: The assistant cannot read sheet.xlsx.'),
  )
  expect(app.heard().join('\n')).not.toContain('cannot read list.csv')
  await finishAll()
  expect([textOf(0), textOf(1)]).toEqual(['The assistant cannot read this file.', '8 bytes'])

  await app.click(app.button('Send')!)
  await app.settle()
  expect(app.chat.outgoing[0]?.attachments).toHaveLength(2)
})

test('says before sending that the assistant of this server sees no pictures', async () => {
  app = await mountWithFiles({ cannotRead: ['images'] })
  const picture = new File([new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])], 'photo.png')
  await app.pick(picture, new File(['a,b'], 'list.csv', { type: 'text/csv' }))
  await finishAll()
  const textOf = (index: number) => app.chips()[index]?.querySelector('.tray-meta')?.textContent

  expect([textOf(0), textOf(1)]).toEqual(['The assistant cannot read this file.', '3 bytes'])
})

test('takes a file by the ending of its name where the system calls it otherwise', async () => {
  app = await mountWithFiles({ fileTypes: ['text/csv'] })
  const excel = { type: 'application/vnd.ms-excel' }
  await app.pick(new File(['a,b'], 'report.csv', excel), new File(['a,b'], 'report.xls', excel))

  expect(app.names()).toEqual(['report.csv'])
  expect(app.notes()).toEqual([
    'File type application/vnd.ms-excel is not accepted. Accepted types: text/csv',
  ])
})

test('Enter during an upload sends once, as soon as the file is there (U79)', async () => {
  app = await mountWithFiles()
  await app.pick(zip())
  await app.type('Look at this')
  await app.press(app.field, 'Enter')
  await app.press(app.field, 'Enter')
  await app.settle()

  expect(app.chat.outgoing).toEqual([])
  expect(app.field.value).toBe('Look at this')
  expect(app.button('Uploading…')?.getAttribute('aria-disabled')).toBe('true')
  const note = document.getElementById(app.field.getAttribute('aria-describedby')!)
  expect(note?.textContent).toBe('Your message is sent as soon as its files are uploaded.')

  await app.do(() => void app.calls.uploads[0]?.finish())
  await app.settle()
  expect(app.chat.outgoing).toMatchObject([{ text: 'Look at this', attachments: [uploaded] }])
  expect(app.chat.outgoing).toHaveLength(1)
  expect(app.field.value).toBe('')
  expect(app.button('Send')).toBeDefined()
})

test('Escape takes back a send that waits, and the panel stays (2.34)', async () => {
  app = await mountWithFiles()
  await app.pick(zip())
  await app.press(app.field, 'Enter')
  await app.settle()
  expect(app.button('Uploading…')).toBeDefined()
  await app.press(app.field, 'Escape')
  expect(app.button('Send')).toBeDefined()
  expect(app.onClose).not.toHaveBeenCalled()

  await app.do(() => void app.calls.uploads[0]?.finish())
  await app.settle()
  expect(app.chat.outgoing).toEqual([])
  expect(app.names()).toEqual(['a.zip'])
})

test('a failed upload keeps everything, says why, and can be tried again (8.47, U77, U79)', async () => {
  app = await mountWithFiles()
  await app.pick(zip(), png())
  await app.type('Look')
  await app.press(app.field, 'Enter')
  await app.settle()
  await app.do(() => void app.calls.uploads[0]?.refuse(new Error('The server is full.')))
  await app.settle()

  expect(app.chat.outgoing).toEqual([])
  expect(app.field.value).toBe('Look')
  expect(app.names()).toEqual(['a.zip', 'photo.png'])
  expect(app.chips()[0]?.textContent).toContain('The server is full.')
  expect(app.notes()).toEqual(['Not sent: a file is not uploaded. Upload it again, or remove it.'])

  const retry = app.button('Upload a.zip again')!
  retry.focus()
  await app.click(retry)
  await app.settle()
  expect(document.activeElement).toBe(app.button('Remove a.zip'))
  expect(app.notes()).toEqual([])
  await finishAll()
  await app.press(app.field, 'Enter')
  await app.settle()
  expect(app.chat.outgoing[0]?.attachments).toHaveLength(2)
})

test('the page of a proxy is words beside the file, and whole on the console', async () => {
  app = await mountWithFiles()
  const report = vi.spyOn(depsOf(app.chat.store.get), 'report')
  const page = '<html>\r\n<head><title>413 Request Entity Too Large</title></head>'
  await app.pick(zip())
  const refusal = await readRequestError(new Response(page, { status: 413 }))
  await app.do(() => void app.calls.uploads[0]?.refuse(refusal))
  await app.settle()

  expect(app.chips()[0]?.querySelector('.tray-error')?.textContent).toBe(
    'This is too large to be sent here.',
  )
  await vi.waitFor(() =>
    expect(app.heard()).toContain(
      'alert: a.zip could not be uploaded. This is too large to be sent here.',
    ),
  )
  expect(app.container.textContent).not.toContain('html')
  expect(report.mock.calls).toMatchObject([
    ['A file could not be uploaded:', { code: 'too_large', data: { status: 413, page } }],
  ])
})

test('a lost file says that it has to be chosen again, and the rest goes out without it', async () => {
  app = await mountWithFiles()
  await app.pick(png())
  await finishAll()
  await app.type('Look')
  const { takeKeptAtom } = await import('./atoms/tray-actions.ts')
  const lost = {
    ...attachmentOf('a.zip'),
    endsAt: 0,
  }
  await app.do(() => app.chat.store.set(takeKeptAtom, [lost]))
  await app.settle()

  const chip = app.chips()[1]!
  expect(chip.dataset['state']).toBe('incomplete')
  expect(chip.querySelector('.tray-error')?.textContent).toBe('This file has to be chosen again.')
  expect(app.button('Upload a.zip again')).toBeUndefined()
  await vi.waitFor(() => expect(app.heard()).toContain('alert: a.zip has to be chosen again.'))

  await app.press(app.field, 'Enter')
  await app.settle()
  expect(app.chat.outgoing).toEqual([])
  expect(app.field.value).toBe('Look')
  expect(app.notes()).toEqual(['Not sent: a file is not uploaded. Upload it again, or remove it.'])

  await app.click(app.button('Remove a.zip')!)
  await app.press(app.field, 'Enter')
  await app.settle()
  expect(app.chat.outgoing).toMatchObject([{ text: 'Look', attachments: [{ name: 'photo.png' }] }])
})

test('gives the focus to the next file after a removal, then to the one before, then to the attach button (A24, U77)', async () => {
  app = await mountWithFiles()
  await app.pick(zip('1.zip'), zip('2.zip'), zip('3.zip'))
  await finishAll()
  const focused = () => document.activeElement?.getAttribute('aria-label')
  const remove = async (name: string) => {
    app.button(name)?.focus()
    await app.click(app.button(name)!)
    await app.settle()
  }

  await remove('Remove 2.zip')
  expect(focused()).toBe('Remove 3.zip')
  await remove('Remove 3.zip')
  expect(focused()).toBe('Remove 1.zip')
  await remove('Remove 1.zip')
  expect(focused()).toBe('Attach files')
})

test('cancels an upload by the same button (U77)', async () => {
  app = await mountWithFiles()
  await app.pick(zip())
  await app.click(app.button('Remove a.zip')!)
  await app.settle()
  expect(app.calls.uploads[0]?.signal.aborted).toBe(true)
  expect(app.names()).toEqual([])
})

test('Backspace in an empty field marks the last file, and only the second one removes it (U81)', async () => {
  app = await mountWithFiles()
  await app.pick(zip('1.zip'), zip('2.zip'))
  const marked = () => app.chips().map((chip) => chip.dataset['marked'])
  await app.type('x')
  await app.press(app.field, 'Backspace')
  expect(marked()).toEqual(['false', 'false'])

  await app.type('')
  await app.press(app.field, 'Backspace')
  expect(marked()).toEqual(['false', 'true'])
  await app.press(app.field, 'Backspace', { repeat: true })
  expect(app.names()).toHaveLength(2)
  await app.press(app.field, 'Escape')
  expect(marked()).toEqual(['false', 'false'])
  expect(app.onClose).not.toHaveBeenCalled()

  await app.press(app.field, 'Backspace')
  await app.press(app.field, 'Backspace')
  await app.settle()
  expect(app.names()).toEqual(['1.zip'])
})

test('offers the pages of a PDF as images', async () => {
  app = await mountWithFiles()
  app.calls.pages = async () => ({
    success: true,
    urls: ['https://files.example/1.png?signature=x'],
    message: '',
  })
  await app.pick(new File(['%PDF'], 'Report.pdf', { type: 'application/pdf' }))
  expect(app.button('Send as page images')).toBeUndefined()
  await app.do(() => void app.calls.uploads[0]?.finish())
  await app.settle()
  await app.click(app.button('Send as page images')!)
  await app.settle()
  expect(app.names()).toEqual(['Report-page-1.png'])
})

test('shortens a long name in the middle, and a short one not (U77)', async () => {
  app = await mountWithFiles()
  const long = 'Quarterly results of the northern region 2026.xlsx'
  await app.pick(zip(long), zip('short.zip'))
  const [first, second] = app.chips()
  expect(first?.querySelector('bdi')?.dir).toBe('auto')
  expect(first?.querySelector('bdi')?.textContent).toBe(long)
  expect(first?.querySelector('.file-name-end')?.textContent).toBe('2026.xlsx')
  expect(second?.querySelector('.file-name-end')).toBeNull()
})

test('says what happens to files: attached, left out, uploaded, not uploaded, removed (A47)', async () => {
  app = await mountWithFiles()
  await app.pick(zip('1.zip'), zip('2.zip'), new File([], 'empty.txt', { type: 'text/plain' }))
  await app.do(() => void app.calls.uploads[0]?.finish())
  await app.do(() => void app.calls.uploads[1]?.refuse(new Error('Full.')))
  await app.settle()
  await app.click(app.button('Remove 2.zip')!)
  await vi.waitFor(() => expect(app.heard()).toHaveLength(5))

  expect(app.heard().toSorted()).toEqual([
    '1.zip is uploaded.',
    '2 files were attached.',
    '2.zip was removed.',
    'alert: 2.zip could not be uploaded. Full.',
    'alert: empty.txt is empty, so it was left out.',
  ])
})

const MIB = 1_048_576
const LIMITS = { fileBytes: 8 * MIB, anonymousFileBytes: 2 * MIB, imageBytes: MIB }

test.each([
  ['anonymous', 2, 'Attach up to 10 files of 2 MB each, images of 1 MB'],
  ['token', 8, 'Attach up to 10 files of 8 MB each, images of 1 MB'],
] as const)(
  'of a person with mode %s the server takes files of %i MB (U78)',
  async (mode, mib, said) => {
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
  },
)

test('takes as many files as the server says, and those of its types (U78)', async () => {
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
