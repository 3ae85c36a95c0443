import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { AlcoveError } from '../shared/errors.ts'
import type { BareChat } from './chat-instance.ts'
import { createGlobal } from './queue.ts'
import type { QueuedCall } from './queue.ts'

function createFakeChat() {
  const calls: unknown[][] = []
  const record =
    (name: string) =>
    async (...args: unknown[]) =>
      void calls.push([name, ...args])
  const chat = {
    open: record('open'),
    close: record('close'),
    toggle: () => Promise.reject(new Error('no')),
    on: (name: string) => {
      calls.push(['on', name])
      return () => calls.push(['off', name])
    },
    identify: record('identify'),
    destroy: () => void calls.push(['destroy']),
    run: async (...args: unknown[]) => {
      calls.push(['run', ...args])
      throw new AlcoveError('call_unknown', 'nobody')
    },
  } as unknown as BareChat
  return { chat, calls }
}

/** Runs the stub of the install snippet like a script tag. */
function installStub(window: Record<string, unknown>) {
  const code =
    '!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")'
  runInNewContext(code, { window, Promise })
}

test('queued calls run in order, and their promises settle as the calls do (D09)', async () => {
  const { chat, calls } = createFakeChat()
  const target: Record<string, unknown> = {}
  installStub(target)
  const stub = target['Alcove'] as ((...args: unknown[]) => Promise<unknown>) & { q: QueuedCall[] }
  const results = [
    stub('identify', { a: 1 }),
    stub('open'),
    stub('on', 'open', () => {}),
    stub('toggle'),
  ]

  createGlobal(chat, stub.q)
  const settled = await Promise.allSettled(results)

  expect(calls).toEqual([['identify', { a: 1 }], ['open'], ['on', 'open']])
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ])
  ;(settled[2] as PromiseFulfilledResult<() => void>).value()
  expect(calls.at(-1)).toEqual(['off', 'open'])
})

test('a stub that a script has kept still reaches the chat', async () => {
  const { chat, calls } = createFakeChat()
  const target: Record<string, unknown> = {}
  installStub(target)
  const kept = target['Alcove'] as (...args: unknown[]) => Promise<unknown>
  target['Alcove'] = createGlobal(chat)

  await kept('open')

  expect(calls).toEqual([['open']])
})

test('the global can be called by name and has the methods', async () => {
  const { chat, calls } = createFakeChat()
  const Alcove = createGlobal(chat)

  await Alcove('open')
  await Alcove.close()

  expect(calls).toEqual([['open'], ['close']])
})

test.each(['boot', 'toString', 'constructor', '__proto__', 'q'])(
  'what the first file does not offer goes by its name to the second: %s',
  async (command) => {
    const { chat, calls } = createFakeChat()
    const call = createGlobal(chat) as unknown as (...args: unknown[]) => Promise<unknown>
    const answer = call(command, 1)

    await expect(answer).rejects.toMatchObject({ code: 'call_unknown' })
    expect(calls).toEqual([['run', command, 1]])
  },
)

test('a command is a method of the global too, and who waits for the global calls none', async () => {
  const { chat, calls } = createFakeChat()
  const global = createGlobal(chat)

  await expect(Promise.resolve(global)).resolves.toBe(global)
  await global.open()
  await expect(global.stop()).rejects.toMatchObject({ code: 'call_unknown' })

  expect(calls).toEqual([['open'], ['run', 'stop']])
})
