import { expect, test } from 'vitest'
import {
  isToolProgress,
  PREVIEW_FIELDS_MAX,
  PREVIEW_NAME_MAX_CHARACTERS,
  PREVIEW_TEXT_MAX_CHARACTERS,
  PREVIEW_VALUE_MAX_CHARACTERS,
  PROGRESS_TEXT_MAX_CHARACTERS,
  readProgress,
  readToolPreview,
} from './tool-extras.ts'

test.each<[unknown, unknown]>([
  ['Two mugs', { text: 'Two mugs' }],
  [{ text: 'Two mugs' }, { text: 'Two mugs' }],
  [{ fields: { Total: '€36', Pieces: 2 } }, { fields: { Total: '€36', Pieces: '2' } }],
  [{ fields: { Total: null, '': 'x', Rest: {} } }, undefined],
  [' ', undefined],
  [null, undefined],
  [['a'], undefined],
  [7, undefined],
])('reads the preview %j', (given, preview) => {
  expect(readToolPreview(given)).toEqual(preview)
})

test('a preview is cut at its limits, and says so', () => {
  const of = (length: number) => 'x'.repeat(length)
  const [text, name, value] = [
    PREVIEW_TEXT_MAX_CHARACTERS,
    PREVIEW_NAME_MAX_CHARACTERS,
    PREVIEW_VALUE_MAX_CHARACTERS,
  ]

  const whole = { text: of(text), fields: { [of(name)]: of(value) } }
  expect(readToolPreview(whole)).toEqual(whole)
  expect(
    readToolPreview({ text: of(text + 1), fields: { [of(name + 1)]: of(value + 1) } }),
  ).toEqual({ text: `${of(text)}…`, fields: { [`${of(name)}…`]: `${of(value)}…` } })

  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`Field ${index}`, 'x']))
  expect(readToolPreview({ fields: fields(PREVIEW_FIELDS_MAX + 1) })).toEqual({
    fields: fields(PREVIEW_FIELDS_MAX),
  })
})

test.each<[unknown, unknown]>([
  ['Half', { text: 'Half' }],
  [
    { text: 'Half', fraction: 0.5 },
    { text: 'Half', fraction: 0.5 },
  ],
  [{ fraction: 0 }, { fraction: 0 }],
  [{ fraction: 1 }, { fraction: 1 }],
  [{ fraction: 1.01 }, undefined],
  [{ text: 'On', fraction: -1 }, { text: 'On' }],
  [0.5, undefined],
  [null, undefined],
])('reads the progress %j', (given, progress) => {
  expect(readProgress(given)).toEqual(progress)
})

test('a text of progress is cut at its limit', () => {
  const text = 'x'.repeat(PROGRESS_TEXT_MAX_CHARACTERS)

  expect(readProgress(text)).toEqual({ text })
  expect(readProgress(`${text}x`)).toEqual({ text: `${text}…` })
})

test('an event of progress names its call', () => {
  expect(isToolProgress({ callId: 'call-1', state: 'Half' })).toBe(true)
  expect(isToolProgress({ state: 'Half' })).toBe(false)
  expect(isToolProgress({ callId: 'call-1' })).toBe(false)
  expect(isToolProgress(null)).toBe(false)
})
