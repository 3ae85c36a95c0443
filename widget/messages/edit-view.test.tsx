import { afterEach, expect, test, vi } from 'vitest'
import type { Attachment } from '../../shared/thread/attachment.ts'
import type { Message } from '../../shared/thread/message.ts'
import { beginEditAtom } from './atoms/edit.ts'
import { answer, question } from '../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../shell/mount-app.test-support.tsx'

let app: MountedApp

afterEach(async () => {
  await app.page.unmount()
  vi.restoreAllMocks()
})

const file = (id: string): Attachment => ({
  id,
  type: 'file',
  name: `${id}.pdf`,
  contentType: 'application/pdf',
  url: `https://chat.example/${id}`,
  size: 1,
})
const show = async (attachments: readonly Attachment[] = [], more: readonly Message[] = []) => {
  const first = { ...question('q', 'First'), attachments }
  app = await mountApp((chat) => chat.show([first, answer('a', 'Hello'), ...more]))
  await app.click(edit('q')!)
}
const article = (id: string) => app.container.querySelector(`[data-message-id=${id}]`)!
const edit = (id: string) => article(id).querySelector<HTMLElement>('[data-action=edit]')
const field = (id = 'q') => article(id).querySelector<HTMLTextAreaElement>('.edit-field')
const save = () => article('q').querySelector<HTMLButtonElement>('[type=submit]')!
const type = (text: string) =>
  app.do(() => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!
    set?.call(field(), text)
    field()!.dispatchEvent(new Event('input', { bubbles: true }))
  })
const submit = () => app.do(() => field()!.form!.requestSubmit())

test('the message becomes a field with its text, the caret at the end (2.4, U66)', async () => {
  await show()
  expect(field()?.value).toBe('First')
  expect(document.activeElement).toBe(field())
  expect(field()?.selectionStart).toBe('First'.length)
  expect(article('q').querySelector('.slip')).toBeNull()
  expect(edit('q')).toBeNull()
})

test('can be saved only when it was changed, and then the composer has the focus (A24, U66)', async () => {
  await show()
  expect(save().getAttribute('aria-disabled')).toBe('true')

  await type('Second')
  expect(save().getAttribute('aria-disabled')).toBe('false')
  await submit()
  expect(app.chat.calls).toMatchObject([['edit', 'q', { text: 'Second' }]])
  expect(field()).toBeNull()
  expect(document.activeElement).toBe(app.field)
})

test('Enter in one that was not changed, or changed back, ends the edit and sends nothing (4.43)', async () => {
  await show()
  await app.press(field()!, 'Enter')
  expect(field()).toBeNull()
  expect(document.activeElement).toBe(edit('q'))

  await app.click(edit('q')!)
  await type('Second')
  await type('First')
  await app.press(field()!, 'Enter')
  expect(field()).toBeNull()
  expect(app.chat.calls).toEqual([])
})

test.each([
  ['emptied', '  '],
  ['too long', 'x'.repeat(32_001)],
])('cannot be saved when it was %s', async (_, text) => {
  await show()
  await type('Second')
  await type(text)
  expect(save().getAttribute('aria-disabled')).toBe('true')
  await submit()
  expect(app.chat.calls).toEqual([])
  expect(field()).not.toBeNull()
})

test('waits for an answer that runs, and says so', async () => {
  await show()
  await type('Second')
  await app.do(() => app.chat.tell({ type: 'run', isRunning: true }))
  expect(save().getAttribute('aria-disabled')).toBe('true')
  expect(article('q').querySelector('.edit-note')?.textContent).toContain('An answer is on its way')
  await submit()
  expect(field()?.value).toBe('Second')
})

test('Enter saves, but not with Shift nor within an input method', async () => {
  await show()
  await type('Second')
  await app.press(field()!, 'Enter', { shiftKey: true })
  await app.press(field()!, 'Enter', { isComposing: true })
  expect(app.chat.calls).toEqual([])
  await app.press(field()!, 'Enter')
  expect(app.chat.calls).toHaveLength(1)
})

test('Escape in the field cancels and gives the focus back; elsewhere it means something else (U66)', async () => {
  await show()
  await app.do(() => app.field.focus())
  await app.press(app.field, 'Escape')
  expect(field()).not.toBeNull()
  expect(app.onClose).toHaveBeenCalledTimes(1)

  await app.press(field()!, 'Escape')
  expect(field()).toBeNull()
  expect(document.activeElement).toBe(edit('q'))
  expect(app.onClose).toHaveBeenCalledTimes(1)
  expect(app.chat.calls).toEqual([])
})

test('Escape keeps the changes for the next edit; Cancel shows the message again', async () => {
  await show([file('one')])
  await type('Second')
  await app.click(app.button('Remove one.pdf')!)
  await app.press(field()!, 'Escape')
  expect(field()).toBeNull()
  expect(article('q').querySelector('.slip')?.textContent).toBe('First')

  await app.click(edit('q')!)
  expect(field()?.value).toBe('Second')
  expect(app.button('Remove one.pdf')).toBeUndefined()
  expect(save().getAttribute('aria-disabled')).toBe('false')

  await app.click(app.button('Cancel')!)
  await app.click(edit('q')!)
  expect(field()?.value).toBe('First')
  expect(app.button('Remove one.pdf')).toBeDefined()
})

test('keeps the files, each of which can be left out (U66)', async () => {
  await show([file('one'), file('two')])
  await app.click(app.button('Remove one.pdf')!)
  expect(document.activeElement).toBe(app.button('Remove two.pdf'))
  await submit()
  expect(app.chat.calls).toEqual([['edit', 'q', { text: 'First', attachments: [file('two')] }]])
})

test('another edit closes the first (4.44, U66)', async () => {
  await show([], [question('q2', 'Other')])
  await app.click(edit('q2')!)
  expect(field()).toBeNull()
  expect(field('q2')?.value).toBe('Other')
})

test('a message that is edited cannot be edited again (8.23)', async () => {
  await show()
  expect(() => app.chat.store.set(beginEditAtom, 'q')).toThrow('Edit already in progress')
})
