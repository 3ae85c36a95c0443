import { act, createElement, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStage, FRAME_ORIGIN, type FakeFrame } from '../loader/testing/create-stage.ts'
import { currentChat } from './page-chat.ts'
import { Alcove, useAlcoveContext } from './react.tsx'

// The sources stand in for the service's file, because unit tests run without a build.
vi.mock('https://chat.test/alcove-panel.js', async () => {
  const panel = await import('../loader/panel/main.ts')
  return {
    startChat: (page: Parameters<typeof panel.startChat>[0]) =>
      panel.startChat(page, () => import('../loader/extras/main.ts')),
    describeFailure: panel.describeFailure,
    tellVersion: panel.tellVersion,
  }
})

let root: Root
let frame: FakeFrame

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  act(() => root.unmount())
  // A chat stays for a moment after its component.
  await vi.waitUntil(() => document.querySelector('alcove-root') === null)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Says({ name, value }: { name: string; value: unknown }) {
  useAlcoveContext(name, value)
  return null
}

const render = (...children: readonly ReactNode[]) =>
  act(() =>
    root.render([createElement(Alcove, { key: 'chat', baseUrl: FRAME_ORIGIN }), ...children]),
  )
const says = (name: string, value: unknown, key = name) => createElement(Says, { key, name, value })

/** Opens the components' chat and loads its frame. */
async function open() {
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  // Speaks for the frame of the existing chat; the stage's own chat is not needed.
  const stage = createStage()
  stage.chat.destroy()
  const opened = currentChat()!.chat.open()
  frame = await stage.loadFrame()
  await opened
}
const told = () => frame.setups.at(-1)?.context
const expectTold = (context: unknown) => vi.waitFor(() => expect(told()).toEqual(context))

test('a component says a field while it is there', async () => {
  render(says('cart', ['chair']), says('page', 'Chairs'))
  await open()
  await expectTold({ data: { cart: ['chair'], page: 'Chairs' } })

  render(says('page', 'Chairs'))

  await vi.waitFor(() => expect(told()).toEqual({ data: { page: 'Chairs' } }))
})

test('another value or name takes the place of the one before', async () => {
  render(says('cart', ['chair'], 'it'))
  await open()
  await expectTold({ data: { cart: ['chair'] } })

  render(says('cart', ['chair', 'table'], 'it'))
  await expectTold({ data: { cart: ['chair', 'table'] } })
  render(says('basket', ['chair', 'table'], 'it'))

  await vi.waitFor(() => expect(told()).toEqual({ data: { basket: ['chair', 'table'] } }))
})

test('an equal value that is new on each render is sent once', async () => {
  render(says('cart', { skus: [1] }))
  await open()
  await expectTold({ data: { cart: { skus: [1] } } })
  const add = vi.spyOn(currentChat()!.chat, 'addContext')
  const before = frame.setups.length

  render(says('cart', { skus: [1] }))
  expect(add).not.toHaveBeenCalled()
  expect(frame.setups).toHaveLength(before)

  render(says('cart', { skus: [2] }))
  expect(add).toHaveBeenCalledExactlyOnceWith('cart', { skus: [2] })
  await expectTold({ data: { cart: { skus: [2] } } })
})

test.each([null, undefined])('%s says nothing, and takes back what was said', async (nothing) => {
  render(says('cart', nothing), says('page', 'Chairs'))
  await open()
  await expectTold({ data: { page: 'Chairs' } })
  render(says('cart', ['chair']), says('page', 'Chairs'))
  await expectTold({ data: { page: 'Chairs', cart: ['chair'] } })

  render(says('cart', nothing), says('page', 'Chairs'))

  await vi.waitFor(() => expect(told()).toEqual({ data: { page: 'Chairs' } }))
})

test('of one name the newest value counts, and the older component takes nothing of it back', async () => {
  render(says('cart', 'old', 'one'))
  await open()
  render(says('cart', 'old', 'one'), says('cart', 'new', 'another'))
  await expectTold({ data: { cart: 'new' } })

  render(says('cart', 'new', 'another'), says('page', 'Chairs'))

  await vi.waitFor(() => expect(told()).toEqual({ data: { cart: 'new', page: 'Chairs' } }))
})

test('a value without a JSON form is reported by the chat, and the page keeps working', async () => {
  const heard: string[] = []
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(says('cart', circle, 'it'))
  currentChat()!.chat.on('error', ({ message }) => heard.push(message))

  await open()

  await vi.waitFor(() => expect(heard).toEqual(['context: expected data: JSON as cart']))
  render(says('cart', ['chair'], 'it'))
  await expectTold({ data: { cart: ['chair'] } })
})

test('a chat that is created after the component gets its value, too', async () => {
  act(() => root.render([says('cart', ['chair'])]))
  expect(currentChat()).toBeUndefined()

  render(says('cart', ['chair']))
  await open()

  await vi.waitFor(() => expect(told()).toEqual({ data: { cart: ['chair'] } }))
})
