import { Provider } from 'jotai/react'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Attachment } from '../../shared/thread/attachment.ts'
import { depsAtom, provideDepsAtom } from '../world/chat-deps.ts'
import { setIdentityAtom } from '../world/identity.ts'
import { createNoCloud } from '../api/cloud.ts'
import { createFakeFileCalls } from '../composer/attachments/fake-adapter.test-support.ts'
import { mount, type Mounted } from '../ui/mount.test-support.tsx'
import { createFakeChat } from '../shell/fake-chat.test-support.ts'
import { openedImageAtom } from './atoms/opened-image.ts'
import { AttachmentList, attachmentView } from './attachment-list.tsx'

let page: Mounted

afterEach(async () => {
  await page.unmount()
  vi.restoreAllMocks()
})

const STORED = 'https://chat.example/v1/files/attachments/key1'
const SIGNED = 'https://chat.example/files/key1?signature=old'
const attachment = (change: Partial<Attachment> = {}): Attachment => ({
  id: 'key1',
  type: 'file',
  name: 'Report.pdf',
  contentType: 'application/pdf',
  url: SIGNED,
  size: 2048,
  ...change,
})
const image = (change: Partial<Attachment> = {}): Attachment =>
  attachment({ type: 'image', name: 'photo.png', contentType: 'image/png', ...change })

/** `answer` gives the address that the server signs; `null`: the server refuses. */
async function show(
  attachments: readonly Attachment[],
  answer: string | null = 'https://s/new?x=1',
) {
  const asked: string[] = []
  const reports: unknown[] = []
  const opened: HTMLAnchorElement[] = []
  const { store } = createFakeChat()
  const files = {
    ...createFakeFileCalls(),
    async presignDownload({ url }: { url: string }) {
      asked.push(url)
      if (answer === null) throw new Error('Gone.')
      return answer
    },
  }
  const cloud = { ...createNoCloud(), files: async () => files }
  store.set(setIdentityAtom, {
    mode: 'anonymous',
    cloud,
    auth: null,
    closing: new AbortController(),
  })
  store.set(provideDepsAtom, {
    ...store.get(depsAtom)!,
    report: (_text: string, error: unknown) => void reports.push(error),
  })
  page = await mount(
    <Provider store={store}>
      <AttachmentList attachments={attachments} />
    </Provider>,
  )
  await settle()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    opened.push(this)
  })
  const { container } = page
  return { container, store, asked, reports, opened, img: () => container.querySelector('img') }
}

const settle = () =>
  act(async () => {
    for (let round = 0; round < 4; round += 1) {
      await new Promise((resolve) => void setTimeout(resolve, 0))
    }
  })
const press = async (target: Element) => {
  await act(async () => {
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  })
  await settle()
}
const fail = async (img: Element) => {
  await act(async () => void img.dispatchEvent(new Event('error')))
  await settle()
}

test('shows an image as history gives it, by its name and without asking (2.18)', async () => {
  const { container, asked, img } = await show([image()])
  expect(img()?.getAttribute('src')).toBe(SIGNED)
  expect(img()?.getAttribute('crossorigin')).toBe('anonymous')
  expect(container.querySelector('button')?.getAttribute('aria-label')).toBe('Enlarge photo.png')
  expect(container.querySelector('ul')?.getAttribute('aria-label')).toBe('Attached files')
  expect(asked).toEqual([])
})

test('asks for an address where the message holds one that opens nothing', async () => {
  const { asked, img } = await show([image({ url: STORED })])
  expect(asked).toEqual([STORED])
  expect(img()?.getAttribute('src')).toBe('https://s/new?x=1')
})

test('asks once for a new address when the old one is over, then shows what it is called', async () => {
  const { container, asked, img } = await show([image()])
  await fail(img()!)
  expect(asked).toEqual([SIGNED])
  expect(img()?.getAttribute('src')).toBe('https://s/new?x=1')
  await fail(img()!)
  expect(asked).toHaveLength(1)
  expect(img()).toBeNull()
  expect(container.textContent).toContain('photo.png')
})

test('opens an image in the viewer, by its name and address', async () => {
  const { container, store, img } = await show([image()])
  const button = container.querySelector('[data-image]')!
  expect(button.getAttribute('aria-label')).toBe('Enlarge photo.png')
  expect([img()?.alt, img()?.getAttribute('src')]).toEqual(['photo.png', SIGNED])
  await press(button)
  expect(store.get(openedImageAtom)).toBe(button)
})

test('opens a file in a tab of its own, by an address that is new (2.19, 2.20)', async () => {
  const { container, asked, opened } = await show([attachment()])
  const link = container.querySelector('a')!
  expect(link.textContent).toBe('Report.pdf 2 kB')
  expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer'])
  await press(link)
  expect(asked).toEqual([SIGNED])
  expect(opened.map(({ href, target, rel }) => [href, target, rel])).toEqual([
    ['https://s/new?x=1', '_blank', 'noopener noreferrer'],
  ])
})

test('says of a file that is gone that it is', async () => {
  const { container, opened } = await show([attachment()], null)
  await press(container.querySelector('a')!)
  expect(opened).toEqual([])
  expect(container.querySelector('a')).toBeNull()
  expect(container.textContent).toContain('Report.pdf cannot be opened any more.')
})

test('saves what a message carries itself', async () => {
  const { container, asked } = await show([
    attachment({ name: 'a.txt', type: 'document', url: 'data:text/plain;base64,SGk=' }),
  ])
  const link = container.querySelector('a')!
  expect(link.download).toBe('a.txt')
  // The test's browser would navigate.
  window.addEventListener('click', (event) => event.preventDefault(), { once: true })
  await press(link)
  expect(asked).toEqual([])
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload="alert(1)"/>',
  'vbscript:x',
  '//evil.example/x',
])('leads nowhere for %s', async (url) => {
  const { container, opened } = await show([attachment({ url }), image({ url })])
  expect(container.querySelector('a')).toBeNull()
  expect(container.querySelector('img')).toBeNull()
  for (const button of container.querySelectorAll('button')) await press(button)
  expect(opened).toEqual([])
})

test('an address that the server signs must be safe too', async () => {
  const { container, opened } = await show([attachment({ url: STORED })], 'javascript:alert(1)')
  await press(container.querySelector('button')!)
  expect(opened).toEqual([])
})

test('a type that nobody knows is a file, and is told with the fixed words (8.13)', async () => {
  const unknown = { ...attachment(), type: 'hologram' } as unknown as Attachment
  const { container, reports } = await show([unknown, image()])
  expect(reports).toEqual(['Unknown attachment type: hologram'])
  expect(container.textContent).toContain('Report.pdf')
  expect(() => attachmentView('hologram')).toThrow('Unknown attachment type: hologram')
  expect(['image', 'document', 'file'].map(attachmentView)).toEqual(['image', 'document', 'file'])
})
