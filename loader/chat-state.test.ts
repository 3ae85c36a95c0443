import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventFacts } from './chat-events.ts'
import type { ChatInstance } from './chat-instance.ts'
import { createStage } from './testing/create-stage.ts'

const chats: ChatInstance[] = []
const life = new AbortController()

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  for (const chat of chats.splice(0)) chat.destroy()
  vi.restoreAllMocks()
})

async function openStage(...args: Parameters<typeof createStage>) {
  const stage = createStage(...args)
  chats.push(stage.chat)
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  return stage
}

async function openChat() {
  const stage = await openStage()
  const opened = stage.chat.open()
  const frame = await stage.loadFrame()
  await opened
  return { ...stage, frame }
}

test('a chat says how it is, before anybody wanted it and after, in a new object for each change', async () => {
  const { chat, loadFrame } = await openStage()
  expect(chat.state).toEqual({ status: 'idle' })
  const states: unknown[] = []
  chat.on('state', () => states.push(chat.state))

  const opened = chat.open()
  const { channel } = await loadFrame()
  await opened
  expect(chat.state).toEqual({
    status: 'ready',
    open: true,
    visible: true,
    unread: 0,
    threadId: null,
    running: false,
    connection: 'online',
    identity: 'anonymous',
  })
  const before = chat.state
  expect(chat.state).toBe(before)

  channel.emit('event', { name: 'thread:change', detail: { threadId: 'thread_1' } })
  channel.emit('event', { name: 'connection', detail: { state: 'offline' } })
  channel.emit('state', { isRunning: true, unread: 2 })
  await vi.waitFor(() => expect(chat.state).toMatchObject({ running: true }))
  await chat.hide()
  await chat.identify({ getToken: () => 'token' })

  expect(chat.state).toMatchObject({
    threadId: 'thread_1',
    connection: 'offline',
    unread: 2,
    visible: false,
    identity: 'identified',
  })
  expect(chat.state).not.toBe(before)
  expect(new Set(states).size).toBe(states.length)
})

test('`*` hears every event with its name, its number, its time and whose it is', async () => {
  const { chat, loadFrame } = await openStage({ app: 'shop' })
  const heard: EventFacts[] = []
  chat.on('*', (event) => heard.push(event))
  const opened = chat.open()
  await loadFrame()
  await opened
  await chat.close()

  const names = heard.map(({ event }) => event)
  expect(names.filter((name) => name !== 'state')).toEqual(['open', 'ready', 'close'])
  expect(heard.map(({ id }) => id)).toEqual(heard.map((_, index) => index + 1))
  expect(heard.every(({ instance }) => instance === 'shop')).toBe(true)
  expect(Date.now() - heard[0]!.at).toBeLessThan(60_000)
})

test('a late listener gets the current state, once if it asked for once', async () => {
  const { chat, loadFrame, frame } = await openChat()
  const heard: string[] = []
  chat.on('ready', ({ build }) => heard.push(`ready ${build}`))
  chat.on('ready', ({ build }) => heard.push(`once ${build}`), { once: true })
  chat.on('open', () => heard.push('open'))
  expect(heard).toEqual(['ready test', 'once test'])

  frame.channel.emit('event', { name: 'unread', detail: { count: 3 } })
  await vi.waitFor(() => {
    chat.on('unread', ({ count }) => heard.push(`unread ${count}`), { once: true })
    expect(heard.at(-1)).toBe('unread 3')
  })
  heard.length = 0
  await loadFrame({ nonce: 'again' })
  await vi.waitFor(() => expect(heard).toEqual(['ready test']))
})

test('the document hears what its listeners do, but for what was said', async () => {
  const heard: unknown[] = []
  const { signal } = life
  const names = ['open', 'ready', 'message:sent', 'close', 'error'].map((name) => `alcove:${name}`)
  for (const name of names)
    document.addEventListener(
      name,
      ({ type, detail }: CustomEventInit & Event) => heard.push([type, { ...detail }]),
      { signal, capture: true },
    )
  const { chat, frame } = await openChat()
  const own: unknown[] = []
  chat.on('message:sent', ({ content }) => own.push(content))

  const detail = { messageId: 'm', length: 6, content: { text: 'secret' } }
  frame.channel.emit('event', { name: 'message:sent', detail })
  frame.channel.emit('error', { code: 'offline', message: 'No network' })
  await vi.waitFor(() => expect(heard.at(-1)).toMatchObject(['alcove:error', { code: 'offline' }]))
  await chat.close()
  life.abort()

  expect(own).toEqual([{ text: 'secret' }])
  expect(heard).toMatchObject([
    // Dispatched before the document's state events.
    ['alcove:open', { by: 'api', event: 'open' }],
    ['alcove:ready', { build: 'test', event: 'ready' }],
    ['alcove:message:sent', { messageId: 'm', length: 6 }],
    ['alcove:error', {}],
    ['alcove:close', { by: 'api' }],
  ])
  expect(JSON.stringify(heard)).not.toContain('secret')
})
