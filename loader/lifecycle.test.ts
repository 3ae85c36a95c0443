import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AlcoveError } from '../shared/errors.ts'
import type { ChatInstance } from './chat-instance.ts'
import type { ChatOptions } from './chat-options.ts'
import { createStage, type FrameBehaviour } from './testing/create-stage.ts'

const chats: ChatInstance[] = []

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  for (const chat of chats.splice(0)) chat.destroy()
  vi.restoreAllMocks()
})

function createChat(...args: Parameters<typeof createStage>) {
  const stage = createStage(...args)
  chats.push(stage.chat)
  const isShown = () => {
    const box = document.querySelector('alcove-root')?.shadowRoot?.querySelector('div')
    return box !== null && box !== undefined && box.style.display === ''
  }
  return { ...stage, isShown }
}

async function openChat(options: ChatOptions = {}, behaviour: FrameBehaviour = {}) {
  const stage = createChat(options)
  await vi.waitFor(() => expect(stage.isShown()).toBe(true))
  const opened = stage.chat.open()
  const frame = await stage.loadFrame(behaviour)
  await opened
  const identity = () => frame.setups.at(-1)?.identity
  return { ...stage, frame, identity }
}

test('with auth none nothing is there before boot, which says how it looks and who chats', async () => {
  const { chat, isShown, find } = createChat({ auth: 'none' })
  await vi.waitFor(() => expect(chat.state).toHaveProperty('visible', false))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(isShown()).toBe(false)

  await chat.boot({ launcher: { label: 'Ask us' }, auth: 'anonymous' })

  expect(isShown()).toBe(true)
  expect(find('#launcher').getAttribute('aria-label')).toBe('Ask us')
  expect(chat.state).toMatchObject({ visible: true, identity: 'anonymous' })
})

test('shutdown removes the user, and boot starts as at first', async () => {
  const { chat, isShown, identity } = await openChat()
  expect(identity()).toEqual({ epoch: 0, mode: 'anonymous' })

  await chat.shutdown()
  expect(isShown()).toBe(false)
  expect(chat.state).toMatchObject({ open: false, visible: false, identity: 'none' })
  expect(identity()).toEqual({ epoch: 1, mode: 'token', isNobody: true })

  await chat.boot()
  expect(isShown()).toBe(true)
  expect(identity()).toEqual({ epoch: 2, mode: 'anonymous' })
})

test.each([
  ['a visitor', {}, { mode: 'anonymous' }],
  ['a user', { auth: 'token' }, { mode: 'token', isNobody: true }],
] as const)('logout has the frame forget %s before it resolves', async (_, options, next) => {
  const { chat, frame, identity } = await openChat(options)
  await chat.identify({ getToken: () => 'token' })

  await chat.logout({ keepAnonymous: true })

  expect(frame.commands.at(-1)).toEqual({ name: 'signOut', args: [{ keepAnonymous: true }, 1] })
  expect(identity()).toEqual({ epoch: 2, ...next })
})

test('a plain token is used once: a renewal with it signs the user out', async () => {
  const { chat, frame } = await openChat({ auth: 'token' })
  await chat.identify({ token: 'eyJ.one' })
  const ask = (previous: string | null) =>
    frame.channel.call('getToken', { reason: 'initial', previous, epoch: 1 })

  await expect(ask(null)).resolves.toBe('eyJ.one')
  await expect(ask('eyJ.one')).resolves.toBeNull()
  await chat.identify({ token: 'eyJ.two' })
  await expect(ask('eyJ.two')).rejects.toMatchObject({ code: 'auth_failed' })
})

test('an opening can say what it shows; a listener that passes its event on says nothing', async () => {
  const { chat, frame } = await openChat()
  await chat.close()

  await chat.open({ threadId: 'thread_1', prefill: 'Hello', view: 'history', focus: true })
  expect(frame.commands).toEqual([
    { name: 'openThread', args: ['thread_1'] },
    { name: 'setComposer', args: ['Hello'] },
    { name: 'showView', args: ['history'] },
    { name: 'focusComposer', args: [] },
  ])
  frame.commands.length = 0
  await chat.close()
  await chat.open({ newThread: true, threadId: 'thread_1' })
  expect(frame.commands).toEqual([{ name: 'newThread', args: [] }])

  frame.commands.length = 0
  await chat.close()
  await (chat.open as (event: unknown) => Promise<unknown>)(new Event('click'))
  expect(frame.commands).toEqual([])
  expect(chat.state).toMatchObject({ open: true })
})

test('what the page sends and deletes opens the panel where the person has to see it', async () => {
  const { chat, frame } = await openChat()
  await chat.close()
  await chat.send('Hello')
  expect(chat.state).toMatchObject({ open: false })

  await chat.send({ text: 'Hello', open: true })
  expect(chat.state).toMatchObject({ open: true })
  await chat.close()
  await chat.run('threads.delete', 'thread_1')

  expect(chat.state).toMatchObject({ open: true })
  expect(frame.commands.map(({ name }) => name)).toEqual(['send', 'send', 'threads.delete'])
})

test('a user identified during a logout stays signed in', async () => {
  const { chat, identity } = await openChat({ auth: 'token' })
  await chat.identify({ getToken: () => 'token of A' })

  const leaving = chat.logout()
  await chat.identify({ getToken: () => 'token of B' })
  await leaving
  expect(identity()).toEqual({ epoch: 2, mode: 'token' })

  const gone = chat.shutdown()
  await chat.boot({ auth: { getToken: () => 'token of C' } })
  await gone
  expect(identity()).toEqual({ epoch: 4, mode: 'token' })
  expect(chat.state).toMatchObject({ visible: true, identity: 'identified' })
})

test('the user is removed even if the frame cannot sign out', async () => {
  const refuse = () => {
    throw new AlcoveError('call_unknown', 'signOut')
  }
  const { chat, identity } = await openChat({ auth: 'token' }, { run: refuse })
  await chat.identify({ getToken: () => 'token of A' })

  await expect(chat.logout()).rejects.toMatchObject({ code: 'call_unknown' })

  expect(identity()).toEqual({ epoch: 2, mode: 'token', isNobody: true })
})

test('the frame waits for the user until a key is validated', async () => {
  const { chat, frame, identity } = await openChat({ auth: 'token' })
  await chat.identify({ getToken: () => 'token of A' })
  const key = { apiKey: 'pk_0123456789', userId: 'bob', workspaceId: 'shop' } as const

  await chat.identify(key)

  expect(frame.setups.map((setup) => setup.identity).slice(-2)).toEqual([
    { epoch: 2, mode: 'token', isNobody: true, isComing: true },
    { epoch: 2, mode: 'apiKey', ...key },
  ])
  expect(identity()).toMatchObject({ userId: 'bob' })
})

test.each([
  ['sidebar', true],
  ['popover', false],
] as const)(
  'boot without options puts a %s in the place that the page set',
  async (mode, isThere) => {
    const { chat, find } = createChat({ auth: 'none', mode })
    await vi.waitFor(() => expect(chat.state).toHaveProperty('visible', false))

    await chat.boot({ auth: 'anonymous' })

    const sheets = [...(find('#panel').getRootNode() as ShadowRoot).adoptedStyleSheets]
    const css = sheets.flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText)).join()
    expect(css.includes('--sidebar-slide: 24px')).toBe(isThere)
  },
)

test('destroy rejects a pending call and sets the state', async () => {
  const { chat } = await openChat({}, { run: () => new Promise(() => {}) })
  const sending = chat.send('Hello')
  chat.destroy()

  await expect(sending).rejects.toMatchObject({ code: 'destroyed' })
  await expect(chat.send('Hello')).rejects.toMatchObject({ code: 'destroyed' })
  expect(chat.state).toMatchObject({ status: 'destroyed', open: false })
})
