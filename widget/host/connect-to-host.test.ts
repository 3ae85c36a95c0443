import { afterEach, expect, test, vi } from 'vitest'
import type { LinkReply } from '../../shared/bridge/link-press.ts'
import { createChannel } from '../../shared/bridge/channel.ts'
import type {
  FrameEvents,
  FrameMethods,
  FrameSetup,
  HostEvents,
  HostMethods,
  ToolReply,
} from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { connectToHost } from './connect-to-host.ts'

const HOST = 'http://localhost:3000'
const SETUP: FrameSetup = {
  app: 'default',
  scheme: 'dark',
  viewport: { isSheet: false, top: 0, right: 0, bottom: 0, left: 0 },
  identity: { epoch: 0, mode: 'anonymous' },
}

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A frame in a page that the test controls. */
function createFrame(
  getToken: (question: unknown) => unknown = () => 'token',
  runTool: (run: unknown, controller: AbortController) => unknown = () => ({}),
) {
  const posted: { message: { type: string; nonce: string }; targetOrigin: string }[] = []
  const parent = {
    postMessage: (message: { type: string; nonce: string }, targetOrigin: string) =>
      void posted.push({ message, targetOrigin }),
  }
  const frameWindow = Object.assign(new EventTarget(), { parent })
  const setOpen = vi.fn<(request: unknown) => Promise<void>>(async () => {})
  const update = vi.fn<(setup: unknown) => Promise<void>>(async () => {})
  const askHuman = vi.fn<(question: unknown) => Promise<string>>(async () => 'yes')
  const run = vi.fn<(command: unknown, signal: AbortSignal) => Promise<boolean>>(async () => true)
  const getProof = vi.fn<() => unknown>(() => 'captcha')
  const onFail = vi.fn<(error: { code: string }) => void>()
  const connection = connectToHost({
    window: frameWindow as unknown as Window,
    allowedHosts: ['http://localhost:*'],
    build: 'test',
    nonce: 'nonce',
    serve: () => ({ setOpen, update, askHuman, noteProgress: () => {}, run }),
    onFail,
  })
  const { port1, port2 } = new MessageChannel()
  const states: unknown[] = []
  const closed: unknown[] = []
  const openLink = vi.fn<(press: unknown) => unknown>()
  const host = createChannel<HostMethods, HostEvents, FrameMethods, FrameEvents>(
    port1,
    {
      getToken: (question) => getToken(question) as string,
      getVisitorProof: () => getProof() as string,
      close: (request) => void closed.push(request),
      runTool: (run, controller) => runTool(run, controller) as ToolReply,
      askTool: (question) => question,
      openLink: (press) => openLink(press) as LinkReply,
    },
    {
      state: (state) => states.push(state),
      error: (error) => states.push(error),
      panel: (panel) => states.push(panel),
      event: (event) => states.push(event),
      words: (words) => states.push(words),
      projectLook: (look) => states.push(look),
      leavePreview: () => undefined,
    },
  )
  closers.push(connection.destroy, host.close)
  const sendInit = (origin = HOST) =>
    frameWindow.dispatchEvent(
      Object.assign(new Event('message'), {
        source: parent,
        origin,
        data: { type: 'alcove:init', nonce: 'nonce', protocol: 1, setup: SETUP },
        ports: [port2],
      }),
    )
  return {
    posted,
    connection,
    host,
    setOpen,
    update,
    askHuman,
    run,
    getProof,
    onFail,
    states,
    closed,
    openLink,
    sendInit,
  }
}

test('the frame greets its page and is told how things are', () => {
  const { posted, sendInit, update } = createFrame()

  expect(posted).toEqual([
    { message: expect.objectContaining({ type: 'alcove:hello' }), targetOrigin: '*' },
  ])
  sendInit()

  expect(update).toHaveBeenCalledExactlyOnceWith(SETUP)
})

test('the page is told what its panel says in another language', async () => {
  const { sendInit, states, connection } = createFrame()
  sendInit()
  connection.sendPanelWords({ close: 'Schließen' })

  await vi.waitFor(() => expect(states).toEqual([{ close: 'Schließen' }]))
})

test('the page is told what its launcher should wear', async () => {
  const { sendInit, states, connection } = createFrame()
  sendInit()
  connection.sendProjectLook({ accent: '#7c3aed' })

  await vi.waitFor(() => expect(states).toEqual([{ accent: '#7c3aed' }]))
})

test('a problem of the first setup is reported as an event', async () => {
  const { sendInit, update, states } = createFrame()
  update.mockRejectedValueOnce(new AlcoveError('token_rejected', 'No'))

  sendInit()

  await vi.waitFor(() => expect(states).toEqual([{ code: 'token_rejected', message: 'No' }]))
})

test('asks the page what it shows for a visitor', async () => {
  const { sendInit, connection, getProof } = createFrame()
  const { signal } = new AbortController()
  await expect(connection.getVisitorProof(signal)).rejects.toMatchObject({ code: 'unavailable' })
  sendInit()

  expect(await connection.getVisitorProof(signal)).toBe('captcha')
  getProof.mockReturnValueOnce({ token: 'x' })
  expect(await connection.getVisitorProof(signal)).toBeNull()
})

test('tells the page how wide the person wants the panel', async () => {
  const { sendInit, connection, states } = createFrame()
  connection.sendPanelLayout({ isWide: true })
  sendInit()
  connection.sendPanelLayout({ isWide: false })

  await vi.waitFor(() => expect(states).toEqual([{ isWide: false }]))
})

test('the page’s calls arrive once they have the form of the contract', async () => {
  const { sendInit, host, setOpen, update } = createFrame()
  sendInit()

  await host.call('setOpen', { isOpen: true, userGesture: false })
  await host.call('update', { ...SETUP, scheme: 'light' })
  expect(setOpen).toHaveBeenCalledExactlyOnceWith({ isOpen: true, userGesture: false })
  expect(update).toHaveBeenLastCalledWith({ ...SETUP, scheme: 'light' })

  for (const bad of [null, { isOpen: 'yes', userGesture: true }, []]) {
    await expect(host.call('setOpen', bad as never)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  }
  await expect(host.call('update', { ...SETUP, scheme: 'blue' } as never)).rejects.toMatchObject({
    code: 'invalid_request',
  })
  expect(setOpen).toHaveBeenCalledOnce()
})

test('the frame asks the page for a token over the port, and never by a message of the window', async () => {
  const questions: unknown[] = []
  const { connection, posted, sendInit } = createFrame((question) => {
    questions.push(question)
    return 'the token'
  })
  sendInit()

  const token = await connection.getToken(
    { reason: 'initial', previous: null },
    new AbortController().signal,
  )

  expect(token).toBe('the token')
  expect(questions).toEqual([{ reason: 'initial', previous: null }])
  expect(JSON.stringify(posted)).not.toContain('the token')
})

test('a token that is not a text counts as missing', async () => {
  const { connection, sendInit } = createFrame(() => ({ token: 'x' }))
  sendInit()

  await expect(
    connection.getToken({ reason: 'initial', previous: null }, new AbortController().signal),
  ).resolves.toBeNull()
})

test('without a page, calls to it fail', async () => {
  const { connection } = createFrame()

  await expect(
    connection.getToken({ reason: 'initial', previous: null }, new AbortController().signal),
  ).rejects.toMatchObject({ code: 'token_missing' })
})

const RUN = { name: 'look', callId: 'call-1', args: { id: 1 } }

test('the page runs a tool, and what it answers has the form of the contract', async () => {
  const runs: unknown[] = []
  const replies = [{ output: 1 }, { errorText: 'No' }, {}, 'done', { output: 1, isLossy: 'yes' }]
  const { connection, sendInit } = createFrame(undefined, (run) => {
    runs.push(run)
    return replies[runs.length - 1]
  })
  const { signal } = new AbortController()
  await expect(connection.runTool(RUN, signal)).rejects.toMatchObject({ code: 'unavailable' })
  sendInit()

  expect(await connection.runTool(RUN, signal)).toEqual({ output: 1 })
  expect(await connection.runTool(RUN, signal)).toEqual({ errorText: 'No' })
  expect(await connection.runTool(RUN, signal)).toEqual({})
  for (const _ of ['done', 'lossy']) {
    await expect(connection.runTool(RUN, signal)).rejects.toMatchObject({ code: 'invalid_request' })
  }
  expect(runs).toEqual(replies.map(() => RUN))
})

test('giving up a tool aborts it on the page', async () => {
  const signals: AbortSignal[] = []
  const { connection, sendInit } = createFrame(undefined, (_, { signal }) => {
    signals.push(signal)
    return new Promise(() => {})
  })
  sendInit()
  const controller = new AbortController()
  const run = connection.runTool(RUN, controller.signal)
  await vi.waitFor(() => expect(signals).toHaveLength(1))

  controller.abort(new Error('Stopped'))

  await expect(run).rejects.toThrow('Stopped')
  await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true))
})

test('a tool that runs asks the person through the frame', async () => {
  const { sendInit, host, askHuman } = createFrame()
  sendInit()

  await expect(host.call('askHuman', { callId: 'call-1', payload: 'Sure?' })).resolves.toBe('yes')
  expect(askHuman).toHaveBeenCalledExactlyOnceWith({ callId: 'call-1', payload: 'Sure?' })
  await expect(host.call('askHuman', { payload: 'Sure?' } as never)).rejects.toMatchObject({
    code: 'invalid_request',
  })
  expect(askHuman).toHaveBeenCalledOnce()
})

test.each([
  ['ask', 'ask'],
  ['done', 'done'],
  ['what no contract has', 'done'],
])('the page opens a link or has it asked about: %s', async (said, reply) => {
  const { sendInit, connection, openLink } = createFrame()
  const press = { url: 'https://shop.example/', isAgreed: true }
  await expect(connection.openLink(press)).rejects.toMatchObject({ code: 'unavailable' })

  sendInit()
  openLink.mockReturnValue(said)

  expect(await connection.openLink(press)).toBe(reply)
  expect(openLink).toHaveBeenCalledExactlyOnceWith(press)
})

test('the page hears of state, errors and the wish to close', async () => {
  const { connection, sendInit, states, closed } = createFrame()
  sendInit()

  connection.sendState({ isRunning: true, unread: 1 })
  connection.sendError({ code: 'offline', message: 'No network' })
  connection.close('escape')

  await vi.waitFor(() => expect(closed).toEqual([{ reason: 'escape' }]))
  expect(states).toEqual([
    { isRunning: true, unread: 1 },
    { code: 'offline', message: 'No network' },
  ])
})

test('a page that is not allowed is refused and gets no port', async () => {
  const { sendInit, onFail, update, host } = createFrame()

  sendInit('https://evil.test')

  expect(onFail).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ code: 'origin_not_allowed' }),
  )
  expect(update).not.toHaveBeenCalled()
  await expect(
    host.call('setOpen', { isOpen: true, userGesture: true }, { timeoutMs: 20 }),
  ).rejects.toMatchObject({ code: 'call_timeout' })
})

test('a frame opened directly in a tab sends no greeting', () => {
  const posted: unknown[] = []
  const own = Object.assign(new EventTarget(), {
    postMessage: (message: unknown) => void posted.push(message),
  })
  const alone = Object.assign(own, { parent: own }) as unknown as Window

  const connection = connectToHost({
    window: alone,
    allowedHosts: ['*'],
    build: 'test',
    nonce: 'nonce',
    serve: () => ({
      async setOpen() {},
      async update() {},
      askHuman: async () => null,
      noteProgress() {},
      run: async () => null,
    }),
    onFail: () => {},
  })

  connection.sendState({ isRunning: false, unread: 0 })
  expect(posted).toEqual([])
})

test('the page’s commands pass unchanged: their implementation validates them', async () => {
  const { sendInit, host, run } = createFrame()
  sendInit()

  await expect(host.call('run', { name: 'setComposer', args: ['Hello'] })).resolves.toBe(true)
  expect(run).toHaveBeenCalledExactlyOnceWith(
    { name: 'setComposer', args: ['Hello'] },
    expect.any(AbortSignal),
  )
})
