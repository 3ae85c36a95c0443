import { expect, test } from 'vitest'
import { decideKey, type KeyPress } from './decide-key.ts'

const press = (init: Partial<KeyPress> = {}): KeyPress => ({
  key: 'Enter',
  keyCode: 13,
  isComposing: false,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  ...init,
})
const desk = { isRunning: false, isEnterText: false }
const phone = { isRunning: false, isEnterText: true }

test.each([
  ['Enter', press(), desk, 'send'],
  ['Shift+Enter', press({ shiftKey: true }), desk, 'native'],
  ['Ctrl+Enter', press({ ctrlKey: true }), desk, 'send'],
  ['another key', press({ key: 'a', keyCode: 65 }), desk, 'native'],
  ['Enter that picks a candidate', press({ isComposing: true, keyCode: 229 }), desk, 'native'],
  ['the same in the order of Safari', press({ keyCode: 229 }), desk, 'native'],
  ['the same without a key code', press({ isComposing: true }), desk, 'native'],
  ['Enter during a run', press(), { ...desk, isRunning: true }, 'busy'],
  ['Shift+Enter during a run', press({ shiftKey: true }), { ...desk, isRunning: true }, 'native'],
  ['Enter on a phone', press(), phone, 'native'],
  ['Enter on a phone during a run', press(), { ...phone, isRunning: true }, 'native'],
  ['Cmd+Enter of a keyboard at a tablet', press({ metaKey: true }), phone, 'send'],
])('%s (U20)', (_, key, context, decision) => {
  expect(decideKey(key, context)).toBe(decision)
})
