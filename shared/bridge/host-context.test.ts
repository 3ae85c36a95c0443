import { expect, test } from 'vitest'
import { isFrameSetup } from './guards.ts'
import {
  CALL_SETTINGS_MAX_CHARACTERS,
  HOST_SYSTEM_MAX_CHARACTERS,
  isHostContext,
} from './host-context.ts'

const system = (length: number) => ({ system: 'x'.repeat(length) })
const settings = (length: number) => ({
  callSettings: { a: 'x'.repeat(length - JSON.stringify({ a: '' }).length) },
})

test.each([
  ['nothing', {}, true],
  ['both', { system: 'A shop', callSettings: { temperature: 0 } }, true],
  ['fields of a newer page', { locale: 'de' }, true],
  ['the longest system text', system(HOST_SYSTEM_MAX_CHARACTERS), true],
  ['one character more', system(HOST_SYSTEM_MAX_CHARACTERS + 1), false],
  ['the largest settings', settings(CALL_SETTINGS_MAX_CHARACTERS), true],
  ['settings one character larger', settings(CALL_SETTINGS_MAX_CHARACTERS + 1), false],
  ['a system that is no text', { system: ['A shop'] }, false],
  ['settings that are a list', { callSettings: [1] }, false],
  ['a list', [], false],
  ['null', null, false],
])('a frame hears %s of a page: %#', (_, context, isTaken) => {
  const setup = {
    app: 'default',
    scheme: 'dark',
    viewport: { isSheet: false, top: 0, right: 0, bottom: 0, left: 0 },
    identity: { epoch: 0, mode: 'anonymous' },
  }
  expect(isHostContext(context)).toBe(isTaken)
  expect(isFrameSetup({ ...setup, context })).toBe(isTaken)
  expect(isFrameSetup(setup)).toBe(true)
})
