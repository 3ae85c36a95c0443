// @vitest-environment node
import { expect, test } from 'vitest'
import type { Attachment } from '../../shared/thread/attachment.ts'
import type { Message } from '../../shared/thread/message.ts'
import { sentParts } from './chat-transport.ts'

const SHEET: Attachment = {
  id: 'file_1',
  type: 'file',
  name: 'a.csv',
  contentType: 'text/csv',
  url: 'data:text/csv;base64,YQ==',
  size: 1,
}
const messageWith = (text: string, attachments: readonly Attachment[]): Message => ({
  id: 'msg_1',
  role: 'user',
  createdAt: '2026-11-21T00:00:00.000Z',
  content: [{ type: 'text', text }],
  metadata: { custom: {} },
  attachments,
})

test('a file that is no image goes out with its address, its name and its own media type (3.46)', () => {
  const { url } = SHEET
  const file = { type: 'file', url, filename: 'a.csv', mediaType: 'text/csv' }

  expect(sentParts(messageWith('', [SHEET]))).toEqual([file])
  expect(sentParts(messageWith('Look', [SHEET]))).toEqual([{ type: 'text', text: 'Look' }, file])
  expect(sentParts(messageWith('', [{ ...SHEET, type: 'image' }]))).toEqual([
    { ...file, mediaType: 'image/png' },
  ])
})
