import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AlcoveError } from '../shared/errors.ts'
import type { ChatInstance } from './chat-instance.ts'
import { createStage } from './testing/create-stage.ts'

// Errors of the page's own functions: its developer sees them with their stacks, and the frame gets no word of them.

let chat: ChatInstance
const printed = vi.fn<(...args: unknown[]) => void>()
const boom = new Error('boom')
const explode = () => {
  throw boom
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(printed)
})
afterEach(() => {
  chat.destroy()
  vi.restoreAllMocks()
  printed.mockReset()
})

async function openFrame(options: Parameters<typeof createStage>[0] = {}) {
  const stage = createStage(options)
  chat = stage.chat
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  const opened = chat.open()
  // Like the real frame, which answers an update after it has asked for a token.
  const frame = await stage.loadFrame({
    update: async ({ identity }) => {
      if (identity.mode !== 'token' || identity.epoch === 0) return
      const { epoch } = identity
      const question = { reason: 'identity', previous: null, epoch } as const
      await frame.channel.call('getToken', question).catch(({ message }: Error) => {
        throw new AlcoveError('auth_failed', 'Authorization failed', { hint: message })
      })
    },
  })
  await opened
  return frame
}

test('an error of getToken is printed with its stack, and is the cause of event and promise', async () => {
  const frame = await openFrame()
  const heard = vi.fn<(error: object) => void>()
  chat.on('error', heard)

  const failure: unknown = await chat
    .identify({ getToken: explode })
    .catch((error: unknown) => error)

  expect(failure).toMatchObject({ code: 'auth_failed', cause: boom })
  expect(printed).toHaveBeenCalledWith(expect.stringContaining('getToken threw an error'), boom)
  expect(heard).toHaveBeenCalledWith(expect.objectContaining({ code: 'auth_failed', cause: boom }))
  expect(JSON.stringify(frame.refusals)).toContain('getToken threw an error')
  expect(JSON.stringify(frame.refusals)).not.toContain('boom')

  await chat.identify({ getToken: () => 'token' })
  const later: unknown = await chat
    .identify({ getToken: () => '' })
    .catch((error: unknown) => error)
  expect(later).toMatchObject({ code: 'auth_failed' })
  expect(later).not.toHaveProperty('cause')
})

test('a getToken that says null is told once for each naming, and other faults in whole sentences', async () => {
  const frame = await openFrame()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})

  await chat.identify({ getToken: () => null })
  const { epoch } = frame.setups.at(-1)!.identity
  await frame.channel.call('getToken', { reason: 'identity', previous: null, epoch })
  expect(warn.mock.calls.flat()).toEqual([expect.stringContaining('getToken answered null')])
  expect(printed).not.toHaveBeenCalled()

  await chat.identify({ getToken: () => null })
  expect(warn).toHaveBeenCalledTimes(2)

  const [code, message, hint] = ['auth_failed', 'Authorization failed', 'Sign in.'] as const
  frame.channel.emit('error', { code, message, hint })
  const whole = expect.stringContaining('auth_failed: Authorization failed. Sign in.')
  await vi.waitFor(() => expect(printed).toHaveBeenCalledWith(whole))
})

test('an error of a tool is printed with its stack, and is the cause of the event; the document gets none', async () => {
  const frame = await openFrame()
  chat.tool('look', { description: 'Looks', parameters: { type: 'object' }, run: explode })
  await vi.waitFor(() => expect(frame.setups.at(-1)?.tools).toHaveLength(1))
  const heard: object[] = []
  const onDocument: unknown[] = []
  chat.on('tool:error', (event) => heard.push(event))
  document.addEventListener('alcove:tool:error', ({ detail }: CustomEventInit & Event) =>
    onDocument.push(detail),
  )

  const reply = await frame.channel.call('runTool', { name: 'look', callId: 'c1', args: {} })
  frame.channel.emit('event', { name: 'tool:error', detail: { tool: 'look', callId: 'c1' } })
  frame.channel.emit('event', { name: 'tool:error', detail: { tool: 'look', callId: 'c2' } })

  expect(reply).toEqual({ errorText: 'Error: boom' })
  await vi.waitFor(() => expect(heard).toHaveLength(2))
  expect(heard[0]).toMatchObject({ callId: 'c1', cause: boom })
  expect(heard[1]).not.toHaveProperty('cause')
  expect(onDocument[0]).toMatchObject({ callId: 'c1', cause: undefined })
  expect(printed).toHaveBeenCalledExactlyOnceWith('[Alcove] tool look threw an error', boom)
})

test('a tool that its person stopped is no error of the page', async () => {
  const frame = await openFrame()
  const run = vi.fn<(_: object, context: { signal: AbortSignal }) => Promise<never>>(
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      }),
  )
  chat.tool('look', { description: 'Looks', parameters: { type: 'object' }, run })
  await vi.waitFor(() => expect(frame.setups.at(-1)?.tools).toHaveLength(1))
  const controller = new AbortController()

  const { signal } = controller
  const running = frame.channel.call('runTool', { name: 'look', callId: 'c', args: {} }, { signal })
  await vi.waitFor(() => expect(run).toHaveBeenCalled())
  controller.abort(new AlcoveError('interrupted', 'stopped'))

  await expect(running).rejects.toMatchObject({ code: 'interrupted' })
  await new Promise((resolve) => setTimeout(resolve))
  expect(printed).not.toHaveBeenCalled()
})
