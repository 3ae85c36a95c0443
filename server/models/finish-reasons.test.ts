import { expect, test } from 'vitest'
import { readStepEnd } from './finish-reasons.ts'

test.each([
  ['end_turn', 'stop'],
  ['STOP', 'stop'],
  ['', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['max tokens', 'length'],
  ['tool-use', 'tool-calls'],
  ['SAFETY', 'content-filter'],
  ['overloaded_error', 'error'],
  ['model_context_window_exceeded', 'context-full'],
  ['a_later_word', 'unknown'],
  [undefined, 'cut'],
])('reads the word %j that the package does not know as %s', (raw, end) => {
  expect(readStepEnd({ unified: 'other', raw })).toBe(end)
})

test('the package’s own reading counts where it knows more than the word', () => {
  expect(readStepEnd({ unified: 'content-filter', raw: 'stop' })).toBe('content-filter')
  expect(readStepEnd({ unified: 'stop', raw: 'tool_calls' })).toBe('stop')
  expect(readStepEnd({ unified: 'stop', raw: undefined })).toBe('stop')
})

test('a full window is told from a long answer, which the package takes for the same', () => {
  const raw = 'model_context_window_exceeded'
  expect(readStepEnd({ unified: 'length', raw })).toBe('context-full')
  expect(readStepEnd({ unified: 'length', raw: 'max_tokens' })).toBe('length')
})

test('an error without a word is made up by the package, and tells no end', () => {
  expect(readStepEnd({ unified: 'error', raw: undefined })).toBe('cut')
  expect(readStepEnd({ unified: 'error', raw: 'error' })).toBe('error')
  expect(readStepEnd({ unified: 'interrupted', raw: undefined })).toBe('cut')
})
