import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CALL_TIMEOUT_MS } from '../../shared/bridge/channel.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { ChatInstance } from '../chat-instance.ts'
import { createStage, type FrameBehaviour } from '../testing/create-stage.ts'

const chats: ChatInstance[] = []

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  vi.useRealTimers()
  for (const chat of chats.splice(0)) chat.destroy()
  vi.restoreAllMocks()
})

/** A chat whose frame is connected and whose panel is closed. */
async function closedChat(run: NonNullable<FrameBehaviour['run']>) {
  const { chat, loadFrame } = createStage()
  chats.push(chat)
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  const opened = chat.open()
  const frame = await loadFrame({ run })
  await opened
  await chat.close()
  return { chat, frame }
}

test.each([
  ['md', 'text/markdown'],
  ['html', 'text/html'],
  ['json', 'application/json'],
] as const)(
  'a page that reads the conversation gets it as %s, behind a closed panel',
  async (format, type) => {
    const { chat, frame } = await closedChat(() => ({ format, text: `“${format}”`, next: 0 }))

    const blob = await chat.exportTranscript(format)

    expect(frame.commands).toEqual([{ name: 'readTranscript', args: [format] }])
    expect(blob).toBeInstanceOf(Blob)
    expect(blob?.type).toBe(type)
    expect(await blob?.text()).toBe(`“${format}”`)
    expect(chat.state).toMatchObject({ open: false })
  },
)

test('without a format the frame chooses one', async () => {
  const { chat, frame } = await closedChat(() => ({ format: 'md', text: '', next: 0 }))

  expect((await chat.exportTranscript())?.type).toBe('text/markdown')
  expect(frame.commands).toEqual([{ name: 'readTranscript', args: [] }])
})

test('a long conversation comes in pieces, as one', async () => {
  const pieces = ['One ', 'two ', 'three']
  const { chat, frame } = await closedChat(({ args }) => {
    const start = Number(args[1] ?? 0)
    return { format: 'md', text: pieces[start]!, next: (start + 1) % pieces.length }
  })

  expect(await (await chat.exportTranscript())?.text()).toBe('One two three')

  expect(frame.commands.map(({ args }) => args)).toEqual([[], ['md', 1], ['md', 2]])
})

test('a page that does not read the conversation gets nothing, and the panel opens for the person', async () => {
  const { chat } = await closedChat(() => null)

  expect(await chat.exportTranscript('md')).toBeNull()

  expect(chat.state).toMatchObject({ open: true })
})

test('a conversation that cannot be read is an error, and opens nothing', async () => {
  const { chat } = await closedChat(() => {
    throw new AlcoveError('unavailable', 'No network')
  })

  await expect(chat.exportTranscript('md')).rejects.toMatchObject({ code: 'unavailable' })

  expect(chat.state).toMatchObject({ open: false })
})

test.each([true, false])(
  'deleting asks in the open panel, as long as the person takes, and says what they did: %s',
  async (isDone) => {
    const asked = Promise.withResolvers<boolean>()
    const never = new Promise<never>(() => {})
    const { chat, frame } = await closedChat(({ name }) =>
      name === 'deleteData' ? asked.promise : never,
    )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const settled = vi.fn<() => void>()

    const deleting = chat.deleteData().finally(settled)
    await vi.waitFor(() => expect(frame.commands).toEqual([{ name: 'deleteData', args: [] }]))
    expect(chat.state).toMatchObject({ open: true })
    // Another call ends meanwhile.
    const stopping = chat.stop().catch(({ code }: AlcoveError) => code)
    await vi.waitFor(() => expect(frame.commands).toHaveLength(2))
    await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS)
    expect(await stopping).toBe('call_timeout')
    await vi.advanceTimersByTimeAsync(24 * 3_600_000)
    expect(settled).not.toHaveBeenCalled()

    asked.resolve(isDone)

    await expect(deleting).resolves.toBe(isDone)
  },
)
