import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { applyChunk } from '../../../../shared/thread/apply-chunk.ts'
import { decodeRow } from '../../../../shared/thread/decode-row.ts'
import { createAssistantMessage, type Message } from '../../../../shared/thread/message.ts'
import type { Chunk } from '../../../../shared/wire/chunk.ts'
import { question } from '../../fake-chat.test-support.ts'
import { mountApp } from '../../mount-app.test-support.tsx'
import type { MountedApp } from '../../mount-app.test-support.tsx'

let app: MountedApp
afterEach(() => app.page.unmount())

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

/** As a stream of our server tells it, and as a reload finds it. */
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
])('shows the files that were kept of an answer, once: %s', async (_, message) => {
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
