import { afterEach, expect, test } from 'vitest'
import { mountWithFiles, type AttachmentsApp } from './attachments-world.test-support.tsx'

let app: AttachmentsApp

afterEach(() => app.page.unmount())

const zip = (name = 'a.zip') => new File(['zip'], name, { type: 'application/zip' })
const png = () => new File(['png'], 'image.png', { type: 'image/png' })
const zone = () => app.container.querySelector('.drop-zone')
const log = () => app.container.querySelector('[role=log]')!

test('covers the panel while files are over it, and takes those that are dropped (U75)', async () => {
  app = await mountWithFiles()
  await app.carry(log(), 'dragenter', { files: [zip()] })
  expect(zone()?.textContent).toBe('Drop files to attach them')
  expect(await app.carry(log(), 'dragover', { files: [zip()] })).toBe(true)
  expect(await app.carry(log(), 'drop', { files: [zip()], folders: ['Photos'] })).toBe(true)

  expect(zone()).toBeNull()
  expect(app.names()).toEqual(['a.zip'])
  expect(app.notes()).toEqual(['Photos is a folder. Attach its files instead.'])
  expect(document.activeElement).toBe(app.field)
})

test.each([
  ['the files leave', () => app.carry(log(), 'dragleave', { files: [zip()] })],
  ['Escape is pressed', () => app.press(document.body, 'Escape')],
  ['the window is left', () => app.do(() => void window.dispatchEvent(new Event('blur')))],
])('uncovers the panel when %s, which stays open (U75)', async (_, leave) => {
  app = await mountWithFiles()
  await app.carry(log(), 'dragenter', { files: [zip()] })
  expect(zone()).not.toBeNull()
  await leave()
  expect(zone()).toBeNull()
  expect(app.onClose).not.toHaveBeenCalled()
  expect(app.names()).toEqual([])
})

test('stays covered while files move from one element to the next', async () => {
  app = await mountWithFiles()
  await app.carry(log(), 'dragenter', { files: [zip()] })
  await app.carry(app.field, 'dragenter', { files: [zip()] })
  await app.do(() => {
    const leave = new Event('dragleave', { bubbles: true })
    log().dispatchEvent(Object.assign(leave, { relatedTarget: app.field, dataTransfer: null }))
  })
  expect(zone()).not.toBeNull()
})

test('leaves text to the field, and opens nothing that is dropped beside it (U75)', async () => {
  app = await mountWithFiles()
  const text = { text: 'https://a.example' }
  await app.carry(app.field, 'dragenter', text)
  expect(zone()).toBeNull()
  expect(await app.carry(app.field, 'dragover', text)).toBe(false)
  expect(await app.carry(app.field, 'drop', text)).toBe(false)
  expect(await app.carry(log(), 'dragover', text)).toBe(true)
  expect(await app.carry(log(), 'drop', text)).toBe(true)
})

test('where no files are taken, one that is held over the panel or dropped is refused in words', async () => {
  app = await mountWithFiles({ canAttach: false })
  await app.carry(log(), 'dragenter', { files: [zip()] })
  expect(zone()?.textContent).toBe('Files cannot be attached here.')
  expect(app.notes()).toEqual([])

  expect(await app.carry(log(), 'drop', { files: [zip()] })).toBe(true)

  expect(zone()).toBeNull()
  expect(app.names()).toEqual([])
  expect(app.notes()).toEqual(['Files cannot be attached here.'])
})

test('where no files are taken, a pasted one is refused in words, which go with the next message', async () => {
  app = await mountWithFiles({ canAttach: false })
  expect(await app.carry(app.field, 'paste', { text: 'Words' })).toBe(false)
  const word = { files: [png()], text: 'Words', html: '<p>Words</p>' }
  expect(await app.carry(app.field, 'paste', word)).toBe(false)
  expect(app.notes()).toEqual([])

  // The browser pastes the name that a file manager puts beside the file.
  expect(await app.carry(app.field, 'paste', { files: [zip()], text: 'a.zip' })).toBe(false)
  expect(app.notes()).toEqual(['Files cannot be attached here.'])

  await app.type('Hello')
  await app.press(app.field, 'Enter')
  await app.settle()
  expect(app.chat.sent).toEqual(['Hello'])
  expect(app.notes()).toEqual([])
})

test('a dropped file stays after fifty of them: ten are taken', async () => {
  app = await mountWithFiles()
  const files = Array.from({ length: 50 }, (_, index) => zip(`${index}.zip`))
  await app.carry(log(), 'drop', { files })
  expect(app.names()).toHaveLength(10)
  expect(app.notes()).toEqual(['Only 10 can go with a message, so 40 were left out.'])
})

test('attaches a pasted image, and keeps the words of a rich text without its picture (B02, U76)', async () => {
  app = await mountWithFiles()
  expect(await app.carry(app.field, 'paste', { files: [png()] })).toBe(true)
  expect(app.names()).toEqual(['image.png'])
  const word = { files: [png()], text: 'Words', html: '<p>Words</p>' }
  expect(await app.carry(app.field, 'paste', word)).toBe(false)
  expect(app.names()).toEqual(['image.png'])
})
