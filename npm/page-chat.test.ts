import { expect, test } from 'vitest'
import { keyOf, patchOf } from './page-chat.ts'

const BASE = { baseUrl: 'https://chat.test' }

test('looks and words make no other chat, who and where do', () => {
  const key = keyOf(BASE)

  expect(keyOf({ ...BASE, theme: 'dark', name: 'Pip', zIndex: 3 })).toBe(key)
  expect(keyOf({ ...BASE, app: 'shop' })).not.toBe(key)
  expect(keyOf({ baseUrl: 'https://other.test' })).not.toBe(key)
  expect(keyOf({ ...BASE, auth: 'token' })).not.toBe(key)
  const auth = () => ({ getToken: () => 'token' })
  expect(keyOf({ ...BASE, auth: auth() })).toBe(keyOf({ ...BASE, auth: auth() }))
})

test('another token of the same user creates no other chat', () => {
  const auth = (token: string) => keyOf({ ...BASE, auth: { token } })

  expect(auth('one')).toBe(auth('two'))
  expect(auth('one')).not.toBe(keyOf({ ...BASE, auth: 'token' }))
})

test('a separate element is a separate chat, whatever properties it has', () => {
  const [one, another] = [document.createElement('div'), document.createElement('div')]
  // A framework's properties on an element may contain cycles.
  Object.assign(one, { notes: { element: one } })

  expect(keyOf({ ...BASE, target: one })).toBe(keyOf({ ...BASE, target: one, mode: 'inline' }))
  expect(keyOf({ ...BASE, target: one })).not.toBe(keyOf({ ...BASE, target: another }))
  expect(keyOf({ ...BASE, target: one })).not.toBe(keyOf(BASE))
})

test.each([
  [{}, {}, {}],
  [{ name: 'Pip' }, { name: 'Pip' }, {}],
  [{ name: 'Pip' }, {}, { name: undefined }],
  [{ name: 'Pip' }, { name: 'Pop', hint: 'Ask' }, { name: 'Pop', hint: 'Ask' }],
  [
    { theme: { accent: '#111111', radius: 'soft' } },
    { theme: { accent: '#222222' } },
    { theme: { accent: '#222222', radius: undefined } },
  ],
  [{ theme: 'dark' }, { theme: { radius: 'soft' } }, { theme: { radius: 'soft' } }],
  [{ prompts: ['a', 'b'] }, { prompts: ['a'] }, { prompts: ['a'] }],
])('from %j to %j', (before, after, patch) => {
  expect(patchOf(before, after)).toEqual(patch)
})
