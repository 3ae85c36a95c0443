import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NAME_ECHO_LIMIT_CHARACTERS } from '../../shared/bridge/channel.ts'
import type { ChatInstance } from '../chat-instance.ts'
import { EVENT_NAMES } from '../chat-events.ts'
import * as extras from '../extras/main.ts'
import * as panel from '../panel/main.ts'
import type { Diagnosis } from '../diagnosis.ts'
import { createStage } from '../testing/create-stage.ts'
import { COPIED_STANDS_MS, createCopyButton } from './copy-button.ts'
import { findUnknownEvent } from './find-unknown-event.ts'
import { diagnose, tellDeveloper } from './main.ts'
import { ANNOUNCEMENTS_KEPT, ERRORS_KEPT, MESSAGES_KEPT } from './watch.ts'

const chats: ChatInstance[] = []
const said = { log: [] as string[] }

beforeEach(() => {
  said.log = []
  vi.spyOn(console, 'error').mockImplementation((text: string) => void said.log.push(text))
  // The simulated document has no layout, so no element covers another.
  Object.assign(Document.prototype, { elementFromPoint: () => null })
})
afterEach(() => {
  for (const chat of chats.splice(0)) chat.destroy()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** The fourth file is not beside the sources, so the third gets it from here. */
const importPanel = async () => ({
  ...panel,
  startChat: (page: Parameters<typeof panel.startChat>[0]) =>
    panel.startChat(page, async () => ({
      ...extras,
      RARE_COMMANDS: {
        ...extras.RARE_COMMANDS,
        doctor: async (of: Parameters<typeof diagnose>[0]) => diagnose(of),
      },
      tellDeveloper: async (...of: Parameters<typeof tellDeveloper>) => tellDeveloper(...of),
    })),
})

async function openChat() {
  const { chat, loadFrame, root } = createStage({}, importPanel)
  chats.push(chat)
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  const opened = chat.open()
  const frame = await loadFrame()
  await opened
  return { chat, frame, root }
}

test.each([
  ['message:recieved', 'message:received'],
  ['Ready', 'ready'],
  ['tool:aproval', 'tool:approval'],
])('a listener to %s is warned about %s once the chat is used', async (name, meant) => {
  const { chat } = createStage({}, importPanel)
  chats.push(chat)
  chat.on(name as 'ready', () => {})
  chat.on(name as 'ready', () => {})
  chat.on('*', () => {})
  void chat.open().catch(() => {})

  await vi.waitFor(() => expect(said.log.join('\n')).toContain(`did you mean ${meant}?`))
  expect(said.log.filter((line) => line.includes('there is no event'))).toHaveLength(1)
})

test('a late listener is warned as well', async () => {
  const { chat } = await openChat()

  chat.on('threads:change' as 'ready', () => {})

  await vi.waitFor(() => expect(said.log.join('\n')).toContain('did you mean thread:change?'))
})

test('every event there is, is one, and what resembles none has no other name', () => {
  for (const name of [...Object.keys(EVENT_NAMES), '*'])
    expect(findUnknownEvent(name)).toBeUndefined()
  expect(findUnknownEvent('qqqqqqqq')?.message).toBe('on: there is no event qqqqqqqq')
  expect(findUnknownEvent('toString')?.code).toBe('config_invalid')
})

test('the last hundred messages are known by name and size, the ones before are not', async () => {
  const { chat, frame } = await openChat()
  expect((await chat.doctor()).messages).toEqual([])

  for (let count = 0; count < MESSAGES_KEPT; count += 1)
    frame.channel.emit('state', { isRunning: false, unread: 0 })
  await vi.waitFor(async () => expect((await chat.doctor()).messages).toHaveLength(MESSAGES_KEPT))
  frame.channel.emit('words', { title: 'secret title' })
  await vi.waitFor(async () => expect((await chat.doctor()).messages.at(-1)?.name).toBe('words'))

  const { messages } = await chat.doctor()
  expect(messages).toHaveLength(MESSAGES_KEPT)
  expect(messages[0]).toMatchObject({ to: 'page', kind: 'event', name: 'state' })
  expect(JSON.stringify(messages)).not.toContain('secret')
})

test('of failures the last twenty are kept, and each code is found once', async () => {
  const { chat, frame } = await openChat()
  await chat.doctor()

  for (let count = 0; count <= ERRORS_KEPT; count += 1)
    frame.channel.emit('error', { code: 'internal', message: `Failure ${count}` })

  await vi.waitFor(async () =>
    expect((await chat.doctor()).errors.at(-1)?.message).toBe(`Failure ${ERRORS_KEPT}.`),
  )
  const { errors, findings } = await chat.doctor()
  expect(errors).toHaveLength(ERRORS_KEPT)
  expect(errors[0]?.message).toBe('Failure 1.')
  expect(findings.filter(({ text }) => text.startsWith('internal'))).toEqual([
    expect.objectContaining({ isGood: false, text: `internal: Failure ${ERRORS_KEPT}.` }),
  ])
})

test('a chat that waits for identify, and a refused call of it, are found with their remedies', async () => {
  const { chat, loadFrame } = createStage({ auth: 'token' }, importPanel)
  chats.push(chat)
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  const opened = chat.open()
  await loadFrame()
  await opened
  const findFaults = async () =>
    (await chat.doctor()).findings
      .filter(({ isGood, text }) => !isGood && /nam|identify/.test(text))
      .map(({ text, remedy }) => `${text} ${remedy}`)

  expect(await findFaults()).toEqual([
    'The page said data-auth="token", and nobody was named. Call identify({ getToken }).',
  ])
  await chat.identify({ userId: 'ada' } as never).catch(() => {})
  expect(await findFaults()).toEqual([
    expect.stringMatching(/^identify was refused: This names nobody: .*getToken.*your server/),
  ])
  await chat.identify({ getToken: () => 'token' })
  expect(await findFaults()).toEqual([])
})

test('of announcements the last twenty are kept, and the launcher says how many there were (U114)', async () => {
  const { chat, frame, root } = await openChat()
  await chat.close()
  await chat.doctor()

  for (let unread = 1; unread <= ANNOUNCEMENTS_KEPT + 1; unread += 1) {
    frame.channel.emit('state', { isRunning: false, unread })
    await vi.waitFor(() => expect(chat.state).toMatchObject({ unread }))
  }

  const { announcements } = await chat.doctor()
  expect(announcements).toHaveLength(ANNOUNCEMENTS_KEPT)
  expect(announcements[0]?.text).toBe('New answer from the assistant')
  const label = root().shadowRoot?.querySelector('#launcher')?.getAttribute('aria-label')
  expect(label).toBe(`Open chat, new answer: ${ANNOUNCEMENTS_KEPT + 1}`)
})

test.each([
  ['no token at all', 'opaque', []],
  ['one without an end', { iat: 0 }, ['The token does not say when it ends.']],
  ['one that is over', { exp: -60 }, ['The token was over 6']],
  ['one of half a minute ahead', { iat: 30, exp: 90 }, ['The token runs for']],
  ['one of more than that', { iat: 35, exp: 90 }, ['The token begins']],
])('of %s it says what the token says of itself', async (_, claims, expected) => {
  const now = Math.floor(Date.now() / 1000)
  const inSeconds = Object.entries(claims).map(([name, ahead]) => [name, now + Number(ahead)])
  const token =
    typeof claims === 'string'
      ? claims
      : `e.${btoa(JSON.stringify(Object.fromEntries(inSeconds)))}.s`
  const { chat, frame } = await openChat()
  await chat.identify({ getToken: () => token })
  await chat.doctor()

  const { identity } = frame.setups.at(-1)!
  await frame.channel.call('getToken', {
    reason: 'initial',
    previous: null,
    epoch: identity.epoch,
  } as never)

  const texts = (await chat.doctor()).findings.map(({ text }) => text)
  expect(texts.filter((text) => text.includes('token'))).toEqual(
    expected.map((text) => expect.stringContaining(text)),
  )
})

test('a report is copied, or stands in the console where the page may not copy', async () => {
  vi.useFakeTimers()
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
  const info = vi.spyOn(console, 'info').mockImplementation(() => {})
  const report = { app: 'shop' } as Diagnosis
  const text = JSON.stringify(report, null, 2)
  const button = createCopyButton(() => report)

  button.click()
  await vi.waitFor(() => expect(button.textContent).toBe('Copied'))
  expect(writeText).toHaveBeenCalledWith(text)
  vi.advanceTimersByTime(COPIED_STANDS_MS)
  expect(button.textContent).toBe('Copy report')

  writeText.mockRejectedValueOnce(new Error('not allowed'))
  button.click()
  await vi.waitFor(() => expect(button.textContent).toBe('In the console'))
  expect(info).toHaveBeenCalledWith(`[Alcove] report\n${text}`)
})

test('an invalid message passes without an effect', async () => {
  const { chat, frame } = await openChat()
  await chat.doctor()
  const port = frame.sent.at(-1)!.transfer[0]!
  for (const junk of ['{', 'null', '[]', '{"k":"other"}', 5]) port.postMessage(junk)
  port.postMessage(JSON.stringify({ k: 'evt', n: 'x'.repeat(NAME_ECHO_LIMIT_CHARACTERS + 1) }))
  port.postMessage(JSON.stringify({ k: 'evt', n: { secret: 'words' } }))

  frame.channel.emit('state', { isRunning: true, unread: 0 })
  await vi.waitFor(() => expect(chat.state).toMatchObject({ running: true }))
  expect((await chat.doctor()).messages.map(({ name }) => name)).toEqual([
    'x'.repeat(NAME_ECHO_LIMIT_CHARACTERS),
    '',
    'state',
  ])
})
