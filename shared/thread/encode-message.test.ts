import { expect, test, vi } from 'vitest'
import { JSON_DEPTH_LIMIT } from '../json.ts'
import type { Attachment } from './attachment.ts'
import { decodeRow, AUI_V0 } from './decode-row.ts'
import { encodeMessage } from './encode-message.ts'
import { createAssistantMessage, createUserMessage, type Message } from './message.ts'

const AT = '2026-01-02T03:04:05.006Z'
const user = createUserMessage('u', AT, 'Hello')
const answer = createAssistantMessage('a', AT)
const system: Message = { ...user, role: 'system' }
const file: Attachment = {
  id: 'k',
  type: 'image',
  name: 'a.png',
  contentType: 'image/png',
  url: 'https://files.example/k',
  size: 4,
}

test.each<[string, Message, string]>([
  [
    'attachments on an answer',
    { ...answer, attachments: [file] },
    'attachments are only supported for user messages',
  ],
  [
    'a status on a user’s message',
    { ...user, status: { type: 'running' } },
    'status is only supported for assistant messages',
  ],
  [
    'steps on a user’s message',
    { ...user, metadata: { custom: {}, steps: [] } },
    'metadata.steps is only supported for assistant messages',
  ],
  [
    'a system message without text',
    { ...system, content: [] },
    'System messages must have exactly one text message part.',
  ],
  [
    'a system message with two texts',
    { ...system, content: [...system.content, ...system.content] },
    'System messages must have exactly one text message part.',
  ],
  [
    'an image part',
    { ...user, content: [{ type: 'image', image: 'data:image/png;base64,AA==' }] },
    'Message part type not supported by aui/v0: image',
  ],
])(
  'refuses %s (3.24, 3.31, 5.14, 5.15, 5.16, 5.17, 8.17, 8.18, 8.19, 8.20)',
  (_, message, text) => {
    expect(() => encodeMessage(message)).toThrow(text)
  },
)

test('takes a message of each role as it should be (3.22, 5.17)', () => {
  for (const message of [user, answer, system, { ...user, attachments: [file] }]) {
    expect(() => encodeMessage(message)).not.toThrow()
  }
})

test('keeps attachments in the custom metadata, and reads them back (3.42, 3.43)', () => {
  const content = encodeMessage({ ...user, attachments: [file] })

  expect(content['metadata']).toEqual({ custom: { attachments: [file] } })
  expect(decodeRow({ id: 'u', created_at: AT, format: AUI_V0, content })).toMatchObject({
    attachments: [file],
    content: [{ type: 'text', text: 'Hello' }],
  })
})

test('lets a message’s attachments win over those that its metadata names', () => {
  const metadata = { custom: { note: 1, attachments: [{ ...file }] } }

  expect(encodeMessage({ ...user, metadata, attachments: [] })['metadata']).toEqual({
    custom: { note: 1 },
  })
  expect(encodeMessage({ ...user, metadata })['metadata']).toEqual(metadata)
})

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
const circle: Record<string, unknown> = {}
circle['self'] = circle

const call = (result: unknown): Message =>
  ({
    ...answer,
    content: [
      {
        type: 'tool-call',
        toolCallId: 't',
        toolName: 'look',
        state: 'output-available',
        args: {},
        argsText: '{}',
        result,
      },
    ],
  }) as Message

test.each([
  ['a number that is none', Number.NaN, null],
  ['infinity', { a: Number.POSITIVE_INFINITY }, { a: null }],
  ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
  ['a function', () => 1, undefined],
  ['a circle', circle, undefined],
  ['a bigint', 1n, undefined],
  ['101 levels', nested(JSON_DEPTH_LIMIT + 1), nested(JSON_DEPTH_LIMIT + 1)],
])(
  'warns of a tool result that is %s, and stores what JSON makes of it (5.6)',
  (_, result, stored) => {
    const warn = vi.fn()
    const content = encodeMessage(call(result), warn)['content'] as readonly object[]

    expect(warn).toHaveBeenCalledExactlyOnceWith(
      'tool-call result is not JSON! {"toolCallId":"t","toolName":"look"}',
    )
    expect((content[0] as { result?: unknown }).result).toEqual(stored)
  },
)

test.each([nested(JSON_DEPTH_LIMIT), null, 0, '', undefined])(
  'warns of no tool result that is JSON, or not there: %j',
  (result) => {
    const warn = vi.fn()
    encodeMessage(call(result), warn)

    expect(warn).not.toHaveBeenCalled()
  },
)
