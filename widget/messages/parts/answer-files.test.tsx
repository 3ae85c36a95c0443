import { afterEach, expect, test, vi } from 'vitest'
import { act } from 'react'
import { applyChunk } from '../../../shared/thread/apply-chunk.ts'
import { decodeRow } from '../../../shared/thread/decode-row.ts'
import {
  createAssistantMessage,
  type Message,
  type MessagePart,
} from '../../../shared/thread/message.ts'
import type { Chunk } from '../../../shared/wire/chunk.ts'
import { answer, question } from '../../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../../shell/mount-app.test-support.tsx'
import { isOwnImage } from './answer-files.tsx'

let app: MountedApp

afterEach(() => app.page.unmount())

const PNG = 'data:image/png;base64,iVBORw0KGgo='
const show = async (...content: MessagePart[]) => {
  app = await mountApp((chat) => chat.show([question('q', 'Hi'), answer('a', '', { content })]))
}
const images = () => [...app.container.querySelectorAll<HTMLImageElement>('.answer-images img')]
const chips = () => [...app.container.querySelectorAll('.answer .chip')].map((c) => c.textContent)

test('shows images that are in the message, named, and everything else by name (A01, U61)', async () => {
  await show(
    { type: 'image', image: PNG, filename: 'chart.png' },
    { type: 'file', mimeType: 'image/png', data: PNG },
    { type: 'file', mimeType: 'application/pdf', data: 'data:x', filename: 'a.pdf' },
  )
  expect(images().map(({ alt }) => alt)).toEqual(['chart.png', 'Image'])
  expect(chips()).toEqual(['a.pdf'])
})

test('loads no image of another site', async () => {
  await show({ type: 'image', image: 'https://evil.test/?q=secret', filename: 'x.png' })
  expect(app.container.querySelectorAll('.answer img')).toHaveLength(0)
  expect(chips()).toEqual(['x.png'])
})

test('an image that does not load becomes a name (U61)', async () => {
  await show({ type: 'image', image: PNG, filename: 'chart.png' })
  await app.do(() => void images()[0]!.dispatchEvent(new Event('error')))
  expect(images()).toEqual([])
  expect(chips()).toEqual(['chart.png'])
})

const AT = '2026-11-21T00:00:00.000Z'
const stored = 'https://chat.example/v1/files/attachments/abc'
const signed = `${stored}?signature=s`
const fileAt = (url: string) => ({
  id: 'abc',
  type: 'file',
  name: 'text-1.csv',
  contentType: 'text/csv',
  url,
  size: 2_048,
})

/** The same content from our server's stream and from a reload. */
const live = (
  [
    { type: 'start' },
    { type: 'message-metadata', messageMetadata: { attachments: [fileAt(stored)], lostFiles: 1 } },
    { type: 'file', url: signed, mediaType: 'text/csv' },
    { type: 'finish', messageMetadata: { finishReason: 'stop' } },
  ] satisfies readonly Chunk[]
).reduce<Message>(applyChunk, createAssistantMessage('a', AT))
const loaded = decodeRow({
  id: 'a',
  created_at: AT,
  format: 'aui/v0',
  content: {
    role: 'assistant',
    content: [],
    metadata: { custom: { attachments: [fileAt(signed)], lostFiles: 1 }, steps: [] },
    status: { type: 'complete', reason: 'stop' },
  },
})!

test.each([
  ['while it comes', live],
  ['after a reload', loaded],
])('shows the files that were kept of an answer, once: %s (3.31)', async (_, message) => {
  app = await mountApp((chat) => chat.show([question('q', 'Hi'), message]))
  await act(() => vi.dynamicImportSettled())

  const chips = [...app.container.querySelectorAll('.answer .file-chip')]
  expect(chips.map((chip) => chip.textContent)).toEqual([expect.stringContaining('text-1.csv')])
  expect(app.container.querySelectorAll('.answer .chip')).toHaveLength(0)
  const notes = [...app.container.querySelectorAll('.answer .message-note')]
  expect(notes.map((note) => note.textContent)).toEqual([
    'A file of this answer could not be kept.',
  ])
})

test.each([
  ['data:image/png;base64,AAAA', true],
  ['data:image/svg+xml;base64,AAAA', false],
  ['data:text/html,<script>', false],
  ['https://chat.example/files/a.png', true],
  ['/files/a.png', true],
  ['https://chat.example.evil.test/a.png', false],
  ['https://evil.test/?q=secret', false],
  ['//evil.test/a.png', false],
  ['blob:https://chat.example/1-2', true],
  ['blob:https://evil.test/1-2', false],
  ['javascript:alert(1)', false],
  ['https://', false],
])('loads %s: %s', (address, isOwn) => {
  expect(isOwnImage(address, 'https://chat.example')).toBe(isOwn)
})
