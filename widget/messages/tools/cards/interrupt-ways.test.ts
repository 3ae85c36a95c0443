import { expect, test } from 'vitest'
import type { Interrupt } from '../../../../shared/thread/interrupt.ts'
import { connectAddress } from './interrupt-ways.tsx'

const BASE = 'https://chat.example/frame'
const interrupt = (fields: Partial<Interrupt> = {}): Interrupt => ({
  code: 'TokenVaultError',
  kind: 'token-vault',
  flow: 'token-vault',
  message: 'Authorization required',
  behavior: 'resume',
  toolCall: { id: 't', name: 'checkCalendar' },
  ...fields,
})

test('tells the page what to connect', () => {
  const fields = { connection: 'google-oauth2', scopes: ['a.read', 'b'], requiredScopes: ['c'] }
  expect(connectAddress('https://shop.example/connect?x=1', interrupt(fields), BASE)).toBe(
    'https://shop.example/connect?x=1&connection=google-oauth2&scopes=a.read&scopes=b',
  )
})

test('falls back on the scopes that are required, and on the frame’s own site', () => {
  expect(connectAddress('/auth/connect', interrupt({ requiredScopes: ['c'] }), BASE)).toBe(
    'https://chat.example/auth/connect?scopes=c',
  )
})

test('adds parameters of the interrupt, but none that the operator or we have set', () => {
  const authorizationParams = {
    prompt: 'consent',
    max_age: 5,
    connection: 'evil',
    scopes: 'all',
    x: '2',
    deep: { a: 1 },
  }
  expect(
    connectAddress('https://shop.example/?x=1', interrupt({ authorizationParams }), BASE),
  ).toBe('https://shop.example/?x=1&prompt=consent&max_age=5')
})

test.each([undefined, 'javascript:alert(1)', 'data:text/html,x', 'https://'])(
  'leads nowhere when the page is %s',
  (connectUrl) => {
    expect(connectAddress(connectUrl, interrupt(), BASE)).toBeUndefined()
  },
)
