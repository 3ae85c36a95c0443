import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AlcoveError } from '../shared/errors.ts'
import type { ChatInstance } from './chat-instance.ts'
import { createStage, importSources } from './testing/create-stage.ts'

// Wrong calls of a page without types. The whole table is `docs/wrong-calls.md`, from `e2e/wrong-calls.spec.ts`.

let chat: ChatInstance
const printed = vi.fn<(...args: unknown[]) => void>()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(printed)
})
afterEach(() => {
  chat.destroy()
  vi.restoreAllMocks()
  printed.mockReset()
})

type Loose = (...args: unknown[]) => unknown
const call = (name: string, ...args: unknown[]) =>
  (chat as unknown as (name: string, ...args: unknown[]) => Promise<unknown>)(name, ...args)
const said = () => printed.mock.calls.map(([text]) => String(text))

async function openStage(...args: Parameters<typeof createStage>) {
  const stage = createStage(...args)
  chat = stage.chat
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  return stage
}

const SHOP = { data: { plan: 'pro' } }
const LOOK = { description: 'Looks', parameters: { type: 'object' }, run: () => 1 } as const

const CIRCLE: Record<string, unknown> = {}
CIRCLE['self'] = CIRCLE

test.each([
  ['tool', []],
  ['tool', ['look']],
  ['tool', [undefined, LOOK]],
  ['tool', ['', LOOK]],
  ['addContext', []],
  ['addContext', ['page']],
  ['setContext', []],
  ['setContext', ['text']],
  ['on', ['open']],
  ['on', ['open', 'text']],
  ['on', [undefined, () => {}]],
  ['close', ['now']],
  ['toggle', [true]],
  ['open', ['thread_1']],
  ['open', [{ thredId: 'thread_1' }]],
  ['update', []],
  ['update', ['dark']],
  ['setTheme', []],
  ['setLocale', ['de_DE']],
  ['boot', ['anonymous']],
  ['logout', [{ keepAnonymos: true }]],
  ['show', [1]],
  ['context', [7]],
  ['exportTranscript', ['pdf']],
  ['notify', []],
  ['send', [CIRCLE]],
])(
  '%s(%j) is refused with an example or a limit, and takes nothing with it',
  async (name, args) => {
    const { loadFrame } = await openStage()
    await call('setContext', SHOP)
    await call('tool', 'look', LOOK)

    const error: unknown = await call(name, ...args).catch((caught: unknown) => caught)
    expect(error).toMatchObject({
      name: 'AlcoveError',
      code: 'invalid_request',
      message: expect.stringMatching(new RegExp(`^${name}: (expected|there is no) `)),
    })
    const { message, hint = '' } = error as AlcoveError
    expect(`${message} ${hint}`).toMatch(/Alcove\(|as JSON/)

    const opened = chat.open()
    const { setups } = await loadFrame()
    await opened
    expect(setups.at(-1)).toMatchObject({ context: SHOP, tools: [{ name: 'look' }] })
    expect(said()).toEqual([])
  },
)

test.each([[[]], [[5]], [[{}]]])('a call without a name is refused: %j', async (args) => {
  await openStage()

  await expect((chat as unknown as Loose)(...args)).rejects.toMatchObject({
    code: 'call_unknown',
    hint: expect.stringContaining('Alcove('),
  })
})

test('a command is a handler of a button: the event is no argument', async () => {
  const { iframe, loadFrame } = await openStage()
  const button = document.createElement('button')
  button.addEventListener('click', chat.open as EventListener)

  button.click()
  await vi.waitFor(() => expect(iframe().src).not.toBe(''))
  await loadFrame()

  await vi.waitFor(() => expect(chat.state).toMatchObject({ open: true }))
  await (chat.close as Loose)(new MouseEvent('click'))
  expect(chat.state).toMatchObject({ open: false })
})

test('after destroy each call says so, also a listener', async () => {
  await openStage()
  chat.destroy()

  expect(() => chat.on('open', () => {})).toThrow('The chat was destroyed: create another one.')
  for (const name of ['open', 'tool', 'on', 'send', 'update', 'setContext', 'identify'])
    await expect(call(name, 'open', () => {})).rejects.toMatchObject({
      code: 'destroyed',
      message: expect.stringContaining('create another one'),
    })
  expect(() => chat.destroy()).not.toThrow()
})

test('a tool whose definition cannot be read is reported with a code, and others stay', async () => {
  const { loadFrame } = await openStage()
  const boom = new Error('boom')
  const broken = new Proxy(LOOK, {
    get() {
      throw boom
    },
  })
  chat.tool('broken', broken)
  chat.tool('look', LOOK)
  chat.setContext(SHOP)
  const heard = vi.fn<(error: object) => void>()
  chat.on('error', heard)

  const opened = chat.open()
  const { setups } = await loadFrame()
  await opened

  await vi.waitFor(() =>
    expect(said()).toEqual([expect.stringContaining('config_invalid: tool broken')]),
  )
  expect(said().join()).not.toContain('undefined')
  expect(heard).toHaveBeenCalledWith(expect.objectContaining({ cause: boom }))
  expect(setups.at(-1)).toMatchObject({ context: SHOP, tools: [{ name: 'look' }] })
})

test('a listener that is told late and throws is kept, and its error is the page’s own', async () => {
  const { loadFrame } = await openStage()
  const thrown = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', thrown)
  const opened = chat.open()
  const { channel } = await loadFrame()
  await opened
  const boom = new Error('boom')
  const heard = vi.fn<() => void>().mockImplementationOnce(() => {
    throw boom
  })

  expect(() => chat.on('state', heard)).not.toThrow()

  expect(thrown).toHaveBeenCalledWith(boom)
  channel.emit('state', { isRunning: true, unread: 0 })
  await vi.waitFor(() => expect(heard.mock.calls.length).toBeGreaterThan(1))
  vi.unstubAllGlobals()
})

test('on the developer’s own machine mistakes are told at once, and once', async () => {
  const wrong = { theme: 'neon', greting: 'Hello', name: 7 } as never
  const { loadFrame } = await openStage(wrong, importSources, () => import('./debug/main.ts'))

  await vi.waitFor(() => expect(said()).toHaveLength(3))
  chat.tool('two words', LOOK)
  chat.setContext({ data: 'text' } as never)
  chat.on('opened' as never, () => {})

  expect(said()).toEqual([
    expect.stringContaining('config_invalid: theme: expected auto, light, dark or host'),
    expect.stringContaining('greting: there is no such option; did you mean greeting?'),
    expect.stringContaining('name: expected a text'),
    expect.stringContaining('tool two words: expected a name'),
    expect.stringContaining('context: expected data: an object'),
    expect.stringContaining('on: there is no event opened; did you mean open?'),
  ])
  const opened = chat.open()
  await loadFrame()
  await opened
  await new Promise((resolve) => setTimeout(resolve))
  expect(said()).toHaveLength(6)
})
