import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatInstance } from '../chat-instance.ts'
import type { PanelModule } from '../controller.ts'
import { createStage, FRAME_ORIGIN } from '../testing/create-stage.ts'

const TOKEN = 'default.s.3.1900000000.abc_DEF-123'
const FRAME = `${FRAME_ORIGIN}/p/default/preview/${TOKEN}/frame`
const LIVE = `${FRAME_ORIGIN}/p/default/frame`.replace('/p/default', '')
const chats: ChatInstance[] = []

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  for (const chat of chats.splice(0)) chat.destroy()
  history.replaceState(null, '', location.pathname)
  sessionStorage.clear()
  vi.restoreAllMocks()
})

async function openPage(hash: string, ...rest: Parameters<typeof createStage>) {
  history.replaceState(null, '', `${location.pathname}${hash}`)
  const stage = createStage(...rest)
  chats.push(stage.chat)
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  return stage
}

test('a link opens the preview, and its token leaves the address', async () => {
  const { chat, iframe } = await openPage(`#alcove-preview=${TOKEN}`)

  await vi.waitFor(() => expect(iframe()?.src).toBe(FRAME))
  expect(location.hash).toBe('')
  await vi.waitFor(() => expect(chat.state).toMatchObject({ open: true }))
})

test.each([
  [`#lamps&alcove-preview=${TOKEN}`, '#lamps'],
  [`#alcove-preview=${TOKEN}&size=2`, '#size=2'],
])('the rest of the address stays: %s', async (hash, rest) => {
  const { iframe } = await openPage(hash)

  await vi.waitFor(() => expect(iframe()?.src).toBe(FRAME))
  expect(location.hash).toBe(rest)
})

test('the next page of the tab has the preview too, and stays closed until it is opened', async () => {
  const first = await openPage(`#alcove-preview=${TOKEN}`)
  await vi.waitFor(() => expect(first.iframe()?.src).toBe(FRAME))
  first.chat.destroy()

  const { chat, iframe, root } = await openPage('')
  expect(root().querySelector('iframe')).toBeNull()
  chat.open().catch(() => {})
  await vi.waitFor(() => expect(iframe()?.src).toBe(FRAME))
})

test.each(['#alcove-preview=other.s.3.1900000000.abc', '#alcove-preview=', '#lamps'])(
  'an address without a token of this project opens what is live: %s',
  async (hash) => {
    const { chat, iframe } = await openPage(hash)
    chat.open().catch(() => {})

    await vi.waitFor(() => expect(iframe()?.src).toBe(LIVE))
    expect(location.hash).toBe(hash)
    expect(sessionStorage).toHaveLength(0)
  },
)

test('a preview whose code does not load shows nothing else in its place', async () => {
  const failing = async (): Promise<PanelModule> => {
    const panel = await import('../panel/main.ts')
    const startChat: PanelModule['startChat'] = (page) =>
      panel.startChat(page, () => Promise.reject(new TypeError('Failed to fetch')))
    return { ...panel, startChat }
  }
  const { chat, root } = await openPage(`#alcove-preview=${TOKEN}`, {}, failing)

  // A person opens it anyway.
  await expect(chat.open()).rejects.toMatchObject({ code: 'script_failed' })
  expect(root().querySelector('iframe')?.src ?? '').toBe('')
})

test('the launcher wears the look of the draft, behind the options of the page', async () => {
  const { find, loadFrame, iframe } = await openPage(`#alcove-preview=${TOKEN}`, {
    theme: { radius: 'sharp' },
  })
  await vi.waitFor(() => expect(iframe()?.src).toBe(FRAME))
  const { channel, setups } = await loadFrame()
  channel.emit('projectLook', { launcherLabel: 'Ask the draft', radius: 'pill' })

  const chat = chats.at(-1)!
  await chat.close()
  await vi.waitFor(() => expect(find('#launcher').getAttribute('aria-label')).toBe('Ask the draft'))
  // The frame knows its own look: it is not told as one of the page.
  expect(JSON.stringify(setups)).not.toContain('Ask the draft')
})

test('leaving forgets the preview and loads the page anew', async () => {
  const { iframe, loadFrame } = await openPage(`#alcove-preview=${TOKEN}`)
  await vi.waitFor(() => expect(iframe()?.src).toBe(FRAME))
  expect(sessionStorage).toHaveLength(1)
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const { channel } = await loadFrame()
  channel.emit('leavePreview', null)

  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(sessionStorage).toHaveLength(0)
})
