import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Interrupt } from '../../../../shared/thread/interrupt.ts'
import { learnServerFactsAtom, type AuthorizationSettings } from '../../../world/server-facts.ts'
import { answer, question } from '../../../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../../../shell/mount-app.test-support.tsx'
import { ARMED_AFTER_MS } from '../../../ui/use-armed.tsx'
import './interrupt-card.tsx'

// Loaded for the first question; here it is loaded already.

let app: MountedApp

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  await app.page.unmount()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const TOKEN_VAULT: Interrupt = {
  code: 'TokenVaultError',
  kind: 'token-vault',
  flow: 'token-vault',
  message: 'Authorization required',
  behavior: 'resume',
  toolCall: { id: 't', name: 'check_calendar' },
  connection: 'google-oauth2',
  scopes: ['calendar.read'],
}
const PUSH: Interrupt = {
  ...TOKEN_VAULT,
  code: 'CIBA_AUTHORIZATION_PENDING',
  kind: 'pending',
  flow: 'push',
}
const DEVICE: Interrupt = {
  ...PUSH,
  code: 'DEVICE_AUTHORIZATION_PENDING',
  flow: 'device',
  userCode: 'ABCD-1234',
  verificationUri: 'https://login.example/device',
}

const show = async (interrupt: Interrupt, settings?: AuthorizationSettings) => {
  app = await mountApp((chat) => {
    if (settings) chat.store.set(learnServerFactsAtom, { authorization: settings })
    chat.show([
      question('q', 'Hi'),
      answer('a', '', {
        status: { type: 'requires-action', reason: 'interrupt' },
        content: [
          {
            type: 'tool-call',
            toolCallId: 't',
            toolName: 'check_calendar',
            state: 'output-error',
            argsText: '{}',
            args: {},
            interrupt,
          },
        ],
      }),
    ])
  })
  // Drawn by code that loads on demand.
  await app.do(() => undefined)
}
const card = () => app.container.querySelector('.decision')!
const title = () => card().querySelector('.decision-title')?.textContent
const link = () => card().querySelector('a')
const wait = (ms: number) => app.do(() => vi.advanceTimersByTime(ms))

test('leads to the operator’s page that connects an account, and goes on afterwards', async () => {
  await show(TOKEN_VAULT, { connectUrl: 'https://shop.example/connect', verificationHosts: [] })
  expect(title()).toBe('check calendar needs a connected account')
  expect(link()?.href).toBe(
    'https://shop.example/connect?connection=google-oauth2&scopes=calendar.read',
  )
  expect(link()?.target).toBe('_blank')
  expect(link()?.textContent).toBe('Connect google-oauth2 (opens in a new tab)')

  await wait(ARMED_AFTER_MS)
  await app.click(app.button('I have done this')!)
  await app.click(app.button('I have done this')!)
  expect(app.chat.calls).toEqual([['answerTool', 't', { type: 'interrupt' }]])
})

test('says where to look when the operator has no such page', async () => {
  await show(TOKEN_VAULT)
  expect(link()).toBeNull()
  expect(card().textContent).toContain('This site has no page to connect google-oauth2.')
  expect(app.button('I have done this')).toBeDefined()
})

test('sends the person to the phone, and counts down what is left', async () => {
  await show({ ...PUSH, expiresIn: 62 })
  expect(title()).toBe('Check your phone')
  expect(card().textContent).toContain('Expires in 1:02')
  await wait(3000)
  expect(card().textContent).toContain('Expires in 59s')
  await wait(58_000)
  expect(card().textContent).toContain('Expires in 1s')
  await wait(1000)
  expect(card().textContent).toContain('The time for it is over.')
})

test('shows a device code to copy, with a link to a page that the operator knows', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await show(DEVICE, { verificationHosts: ['login.example'] })
  expect(card().querySelector('output')?.textContent).toBe('ABCD-1234')
  expect(link()?.getAttribute('aria-label')).toBe(
    'https://login.example/device (opens in a new tab)',
  )
  // A target for a finger, like the other actions.
  expect(link()?.classList.contains('decision-button')).toBe(true)
  await app.click(app.button('Copy the code')!)
  expect(writeText.mock.calls).toEqual([['ABCD-1234']])
})

test.each(['https://login.example.evil.test/device', 'http://login.example/device'])(
  'shows another page only as text: %s',
  async (verificationUri) => {
    await show({ ...DEVICE, verificationUri }, { verificationHosts: ['login.example'] })
    expect(link()).toBeNull()
    expect(card().textContent).toContain(verificationUri)
  },
)

test.each([
  ['access-denied', 'The request was declined. Nothing was done.'],
  ['no-push-notifications', 'Your account has no phone that takes such requests.'],
  ['request-expired', 'The time for it is over.'],
  ['polling-error', 'The sign-in service could not be reached.'],
  ['invalid-grant', 'The sign-in service did not accept the confirmation.'],
] as const)('tells %s in plain words, and lets it be tried again', async (kind, text) => {
  await show({ ...PUSH, kind })
  expect(card().textContent).toContain(text)
  await wait(ARMED_AFTER_MS)
  await app.click(app.button('Try again')!)
  expect(app.chat.calls).toEqual([['answerTool', 't', { type: 'interrupt' }]])
})

test('shows what nobody sees of an account’s name, its scopes and a code', async () => {
  await show(
    { ...TOKEN_VAULT, connection: 'goo\u200bgle', scopes: ['mail.re\u00adad', 'b'] },
    { connectUrl: 'https://shop.example/connect', verificationHosts: [] },
  )
  expect(link()?.textContent).toContain('goo[U+200B]gle')
  expect(card().textContent).toContain('mail.re[U+00AD]ad, b')
  await app.page.unmount()

  await show({ ...DEVICE, userCode: 'AB\u2060CD' })
  expect(card().querySelector('output')?.textContent).toBe('AB[U+2060]CD')
})
