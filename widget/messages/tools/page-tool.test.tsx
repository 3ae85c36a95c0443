import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ToolPreview } from '../../../shared/bridge/tool-extras.ts'
import type { ToolCallPart } from '../../../shared/thread/message.ts'
import { nameRun, noteToolRunAtom, type ToolRunState } from '../../conversation/atoms/tool-runs.ts'
import { toolRegistryAtom, type RunTool } from '../../conversation/atoms/tools.ts'
import { UNDONE_MAX } from '../../conversation/atoms/take-back.ts'
import { outgoingContextAtom } from '../../world/shared-context.ts'
import { answer, question } from '../../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../../shell/mount-app.test-support.tsx'
import { ARMED_AFTER_MS } from '../../ui/use-armed.tsx'
import { PROGRESS_ANNOUNCE_MS } from './cards/page-run.tsx'

let app: MountedApp

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  await app.page.unmount()
  vi.useRealTimers()
})

const call = (change: Partial<ToolCallPart> = {}): ToolCallPart => ({
  type: 'tool-call',
  toolCallId: 't',
  toolName: 'fill_cart',
  state: 'input-available',
  argsText: '{"sku":"a"}',
  args: { sku: 'a' },
  ...change,
})
const DONE = call({ state: 'output-available', result: 1 })

async function show(part: ToolCallPart, tool: Partial<RunTool> = {}) {
  const isDone = part.result !== undefined
  app = await mountApp((chat) =>
    chat.show([
      question('q', 'Hi'),
      answer('a', '', {
        content: [part],
        status: isDone ? { type: 'complete', reason: 'stop' } : { type: 'running' },
      }),
    ]),
  )
  const registry = app.chat.store.get(toolRegistryAtom)
  await app.do(
    () =>
      void registry.register('fill_cart', {
        type: 'run',
        parameters: {},
        approval: 'ask',
        execute: () => 1,
        ...tool,
      }),
  )
}
const note = (change: Partial<ToolRunState>, message = 'a') =>
  app.do(() => app.chat.store.set(noteToolRunAtom, nameRun(message, 't'), change))
const askApproval = () =>
  app.do(() =>
    app.chat.tell({
      type: 'human-requests',
      requests: [
        { kind: 'approval', toolCallId: 't', toolName: 'fill_cart', payload: { sku: 'a' } },
      ],
    }),
  )
const wait = (ms: number) => app.do(() => vi.advanceTimersByTime(ms))
const card = () => app.container.querySelector('.decision')
const rows = () => app.container.querySelector('.tool-run')?.textContent

test('no decision is possible before the preview is loaded, nor by an earlier press', async () => {
  const { promise, resolve } = Promise.withResolvers<ToolPreview | undefined>()
  await show(call(), { preview: () => promise })
  await askApproval()
  await wait(ARMED_AFTER_MS)
  expect(card()?.textContent).toContain('sku')
  expect(app.button('Allow once')).toBeUndefined()

  resolve({ text: 'One more', fields: { the_total: '€18' } })
  await app.do(() => {})

  expect(card()?.querySelector('.tool-preview')?.textContent).toBe('PreviewOne morethe_total€18')
  expect(app.button('Allow once')?.getAttribute('aria-disabled')).toBe('true')
  await wait(ARMED_AFTER_MS)
  await app.click(app.button('Allow once')!)
  expect(app.chat.calls).toMatchObject([
    ['answerTool', 't', { type: 'approval', isApproved: true, args: { sku: 'a' } }],
  ])
})

test('a page that says nothing loses its preview, and not the question', async () => {
  await show(call(), { preview: async () => undefined })
  await askApproval()

  expect(card()?.querySelector('.tool-preview')).toBeNull()
  expect(app.button('Deny')).toBeDefined()
})

test('progress is shown apart from the name of the line, and said every ten seconds at most', async () => {
  await show(call())
  await note({ progress: { text: 'Page 1', fraction: 0.25 } })
  expect(rows()).toBe('Page 1')
  expect(app.container.querySelector('progress')?.value).toBe(0.25)

  await wait(PROGRESS_ANNOUNCE_MS - 1)
  await note({ progress: { text: 'Page 2' } })
  expect(app.container.querySelector('progress')).toBeNull()
  await wait(1)
  await note({ progress: { text: 'Page 3' } })
  await note({ progress: { text: 'Page 4' } })
  await wait(500)

  expect(app.heard()).toEqual(['Page 3'])
})

test('a call of another answer shares nothing with this one, even under the same id', async () => {
  await show(DONE)
  await note({ undo: 'possible' }, 'other')
  expect(app.button('Undo: fill cart')).toBeUndefined()

  await note({ undo: 'possible' })
  expect(app.button('Undo: fill cart')).toBeDefined()
})

test('an undone call is announced, and is sent with the next message only', async () => {
  const takeBack = vi.fn<() => Promise<void>>(async () => {})
  takeBack.mockRejectedValueOnce(new Error('The cart is closed'))
  await show(DONE)
  await note({ undo: 'possible', takeBack })
  const told = () => app.chat.store.get(outgoingContextAtom)
  expect(told()).toBeUndefined()

  await app.click(app.button('Undo: fill cart')!)
  expect(rows()).toContain('Could not be undone The cart is closed')
  await app.click(app.button('Undo: fill cart')!)

  expect(rows()).toBe('Undone')
  expect(app.button('Undo: fill cart')).toBeUndefined()
  expect(told()).toEqual({
    'undone by the person': [
      {
        tool: 'fill_cart',
        arguments: { sku: 'a' },
        outcome: 'could not be undone',
        problem: 'The cart is closed',
      },
      { tool: 'fill_cart', arguments: { sku: 'a' }, outcome: 'undone' },
    ],
  })

  await app.do(() => app.chat.show([question('q', 'Hi'), answer('a', 'x'), question('q2', 'More')]))
  expect(told()).toBeUndefined()
})

test('the model is told of so many, and of the newest', async () => {
  const takeBack = async () => {
    throw new Error('No')
  }
  await show(DONE)
  await note({ undo: 'possible', takeBack })
  const told = () =>
    app.chat.store.get(outgoingContextAtom)?.['undone by the person'] as
      | readonly unknown[]
      | undefined
  for (let count = 1; count <= UNDONE_MAX; count += 1)
    await app.click(app.button('Undo: fill cart')!)
  expect(told()).toHaveLength(UNDONE_MAX)

  await app.click(app.button('Undo: fill cart')!)
  expect(told()).toHaveLength(UNDONE_MAX)
})
