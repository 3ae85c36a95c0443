import { ELAPSED_AFTER_MS } from './tool-call.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { JsonValue } from '../../../shared/json.ts'
import type { Message, MessageStatus, ToolCallPart } from '../../../shared/thread/message.ts'
import { ARGUMENTS_DIFFER_TEXT } from '../../../shared/thread/settle-args.ts'
import { answer, question } from '../../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../../shell/mount-app.test-support.tsx'
import { FIELD_CHARACTERS_MAX } from './tool-values.ts'
import { ARMED_AFTER_MS } from '../../ui/use-armed.tsx'
import { DECISION_LOST_MS } from './cards/decision-card.tsx'

let app: MountedApp

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  await app.page.unmount()
  vi.useRealTimers()
})

const WAITING: MessageStatus = { type: 'requires-action', reason: 'tool-calls' }
const call = (change: Partial<ToolCallPart> = {}): ToolCallPart => ({
  type: 'tool-call',
  toolCallId: 't',
  toolName: 'refund_order',
  state: 'approval-requested',
  argsText: '{"order":"A1","api_key":"k"}',
  args: { order: 'A1', api_key: 'k' },
  approval: { id: 'ap' },
  ...change,
})
const waiting = (part: ToolCallPart, status: MessageStatus = WAITING) =>
  answer('a', '', { content: [part], status })
const show = async (...messages: Message[]) => {
  app = await mountApp((chat) => chat.show([question('q', 'Hi'), ...messages]))
}
const card = () => app.container.querySelector('.decision')
const buttons = () => [...(card()?.querySelectorAll('button') ?? [])].map((b) => b.textContent)
const wait = (ms: number) => app.do(() => vi.advanceTimersByTime(ms))
const ready = () => wait(ARMED_AFTER_MS)
const ask = (kind: 'input' | 'approval', payload: JsonValue) =>
  app.do(() =>
    app.chat.tell({
      type: 'human-requests',
      requests: [{ kind, toolCallId: 't', toolName: 'refund_order', payload }],
    }),
  )

test('asks what may be done and on what data, "Deny" before "Allow once" (U58)', async () => {
  await show(waiting(call()))
  expect(card()?.querySelector('.decision-title')?.textContent).toBe('Allow refund order?')
  const data = [...card()!.querySelectorAll('dt, dd')].map(({ textContent }) => textContent)
  expect(data).toEqual(['order', 'A1', 'api key', '••••••'])
  expect(buttons()).toEqual(['Deny', 'Allow once'])
  expect(document.activeElement).toBe(document.body)
})

/** The card's title and question, as read. */
const shown = () => [
  card()?.querySelector('.decision-title')?.textContent,
  ...[...card()!.querySelectorAll('dt, dd, pre')].map(({ textContent }) => textContent),
]

test('shows invisible characters of a tool’s name, and of names and values at any depth', async () => {
  const toolName = 'refund\u2060_order'
  const flat = { order: 'A1', 'or\u200bder': 'A\u00ad9' }
  await show(waiting(call({ toolName, args: flat })))
  expect(shown()).toEqual([
    'Allow refund[U+2060] order?',
    'order',
    'A1',
    'or[U+200B]der',
    'A[U+00AD]9',
  ])
  await app.page.unmount()

  await show(waiting(call({ args: { lines: [{ 'or\u3164der': 'A\ufe0f' }] } })))
  expect(shown()[1]).toContain('"or[U+3164]der": "A[U+FE0F]"')
})

test.each([
  ['names that read alike in words', { pay_to: 'Ada', payTo: 'Eve' }, '"payTo": "Eve"'],
  ['a name that is blank', { ' ': 'Eve', to: 'Ada' }, '" ": "Eve"'],
])('says %s as JSON, as they are', async (_, args, part) => {
  await show(waiting(call({ args })))
  expect(card()!.querySelector('dl')).toBeNull()
  expect(card()!.querySelector('pre')!.textContent).toContain(part)
})

test.each([
  ['Deny', false],
  ['Allow once', true],
])('"%s" is told once, and the focus stays', async (name, isApproved) => {
  await show(waiting(call()))
  await ready()
  await app.do(() => app.button(name)!.focus())
  await app.click(app.button(name)!)
  await app.click(app.button('Allow once')!)
  expect(app.chat.calls).toMatchObject([['answerTool', 't', { type: 'approval', isApproved }]])
  expect(app.button('Deny')?.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(app.button(name))
})

test('a decision that had no effect can be made again', async () => {
  await show(waiting(call()))
  await ready()
  await app.click(app.button('Deny')!)
  await wait(DECISION_LOST_MS - 1)
  expect(app.button('Deny')?.getAttribute('aria-disabled')).toBe('true')
  await wait(1)
  expect(app.button('Deny')?.getAttribute('aria-disabled')).toBe('false')
})

test('is announced when it comes up, and not when it was there before (A47)', async () => {
  await show(waiting(call()))
  await wait(2000)
  expect(app.heard()).toEqual([])
  await app.page.unmount()

  await show(waiting(call({ state: 'input-available' }), { type: 'running' }))
  await wait(2000)
  await app.do(() => app.chat.tell({ type: 'message', message: waiting(call()) }))
  await wait(2000)
  expect(app.heard()).toEqual(['refund order is waiting for your approval'])
})

test('an older question has ended', async () => {
  await show(waiting(call()), question('q2', 'Never mind'), answer('a2', 'Fine.'))
  expect(card()).toBeNull()
  expect(app.container.querySelector('.tool')?.textContent).toBe('refund order was not finished')
})

test('a denied call says so in words', async () => {
  await show(waiting(call({ state: 'output-denied' }), { type: 'complete', reason: 'stop' }))
  expect(card()).toBeNull()
  expect(app.container.querySelector('.tool')?.textContent).toBe('refund order was not allowed')
})

test('a tool of the page asks for approval with what it would run with', async () => {
  await show(waiting(call({ state: 'input-available' }), { type: 'running' }))
  expect(card()).toBeNull()
  await ask('approval', { order: 'A2' })
  expect(card()?.querySelector('dd')?.textContent).toBe('A2')
  await ready()
  await app.click(app.button('Allow once')!)
  expect(app.chat.calls).toEqual([
    ['answerTool', 't', { type: 'approval', isApproved: true, args: { order: 'A2' } }],
  ])
})

test('offers answers to choose from', async () => {
  await show(waiting(call({ state: 'input-available' }), { type: 'running' }))
  await ask('input', { message: 'Which size?', choices: ['S', 'M'] })
  expect(card()?.textContent).toContain('Which size?')
  expect(buttons()).toEqual(['S', 'M', 'Skip'])
  await ready()
  await app.click(app.button('M')!)
  await app.click(app.button('S')!)
  expect(app.chat.calls).toEqual([['answerTool', 't', { type: 'human', value: 'M' }]])
})

test('a question can be dismissed, whether it has answers to choose from or a field', async () => {
  await show(waiting(call({ state: 'input-available' }), { type: 'running' }))
  for (const payload of [{ message: 'Which size?', choices: ['S'] }, 'Your name?']) {
    await ask('input', payload)
    await ready()
    await app.click(app.button('Skip')!)
  }
  const skipped = ['answerTool', 't', { type: 'skip' }]
  expect(app.chat.calls).toEqual([skipped, skipped])
})

test('offers a field without choices, and sends the typed text', async () => {
  await show(waiting(call({ state: 'input-available' }), { type: 'running' }))
  await ask('input', { message: 'Your name?', placeholder: 'Name' })
  const field = card()!.querySelector('textarea')!
  expect(field.placeholder).toBe('Name')
  await app.press(field, 'Enter')
  expect(app.chat.calls).toEqual([])

  await app.do(() => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!
    set?.call(field, ' Ada ')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await app.press(field, 'Enter')
  expect(app.chat.calls).toEqual([['answerTool', 't', { type: 'human', value: 'Ada' }]])
})

test('takes a question with options too', async () => {
  await show(waiting(call({ state: 'input-available' }), { type: 'running' }))
  await ask('input', { question: 'Which size?', options: ['S', 'M'] })
  expect(card()?.querySelector('.decision-message')?.textContent).toBe('Which size?')
  expect(card()?.querySelector('pre')).toBeNull()
  await ready()
  await app.click(app.button('M')!)
  expect(app.chat.calls).toEqual([['answerTool', 't', { type: 'human', value: 'M' }]])
})

test.each<[JsonValue, readonly string[]]>([
  [{ password: 'x', rows: [{ id: 1 }] }, ['password', '••••••', 'rows 1 id', '1']],
  [
    [{ size: 'S' }, { size: 'M' }],
    ['1 size', 'S', '2 size', 'M'],
  ],
])('shows the unknown form %j in words and never as JSON', async (payload, words) => {
  await show(waiting(call({ state: 'input-available' }), { type: 'running' }))
  await ask('input', payload)
  const data = [...card()!.querySelectorAll('dt, dd')].map(({ textContent }) => textContent)
  expect(data).toEqual(words)
  expect(card()?.querySelector('pre')).toBeNull()
  expect(card()?.querySelector('textarea')).not.toBeNull()
})

test('a question about other data takes no press that was meant for the one before', async () => {
  await show(waiting(call({ state: 'input-available' }), { type: 'running' }))
  await ask('approval', { order: 'A2' })
  await ready()
  await ask('approval', { order: 'A3' })

  await app.click(app.button('Allow once')!)

  expect(card()?.querySelector('dd')?.textContent).toBe('A3')
  expect(app.chat.calls).toEqual([])
  await ready()
  await app.click(app.button('Allow once')!)
  expect(app.chat.calls).toMatchObject([['answerTool', 't', { args: { order: 'A3' } }]])
})

test('a call whose data did not match says so, and asks nothing', async () => {
  const result = { error: ARGUMENTS_DIFFER_TEXT }
  await show(
    waiting(call({ state: 'output-error', isError: true, result }), {
      type: 'complete',
      reason: 'unknown',
    }),
  )
  expect(card()).toBeNull()
  expect(app.container.querySelector('.tool')?.textContent).toBe(
    'refund order was stopped: its data did not match',
  )
})

test('a newer question takes the place of the older one', async () => {
  await show(waiting(call({ state: 'input-available' }), { type: 'running' }))
  await ask('input', 'First?')
  await ask('input', 'Second?')
  expect(card()?.textContent).toContain('Second?')
  expect(app.container.querySelectorAll('.decision')).toHaveLength(1)
})

test.each([
  ['Run again', 'run'],
  ['Skip', 'skip'],
])('a call that a reload cut off can be answered with "%s"', async (name, type) => {
  await show(waiting(call({ state: 'input-available' })))
  expect(card()?.textContent).toContain('refund order is waiting for you')
  await ready()
  await app.click(app.button(name)!)
  expect(app.chat.calls).toMatchObject([['answerTool', 't', { type }]])
})

test('a call that runs in this page is not offered again', async () => {
  await show(waiting(call({ state: 'input-available' }), { type: 'running' }))
  await app.do(() =>
    app.chat.tell({ type: 'message', message: waiting(call({ state: 'input-available' })) }),
  )
  expect(card()).toBeNull()
})

test('says how long a call took that was seen to run (U57)', async () => {
  await show(waiting(call({ state: 'input-available' }), { type: 'running' }))
  await wait(800)
  const done = waiting(call({ state: 'output-available', result: 1 }), { type: 'running' })
  await app.do(() => app.chat.tell({ type: 'message', message: done }))
  expect(app.container.querySelector('.tool-time')?.textContent).toBe('0.8s')
})

test('shows the duration of a call that runs for 3 s and more', async () => {
  await show(waiting(call({ state: 'input-available' }), { type: 'running' }))
  const time = () => app.container.querySelector('.tool-time')
  await wait(ELAPSED_AFTER_MS - 1)
  expect(time()).toBeNull()
  await wait(1)
  expect(time()?.textContent).toBe('3s')
  expect(time()?.getAttribute('aria-hidden')).toBe('true')
  await wait(9_000)
  expect(time()?.textContent).toBe('12s')

  const done = waiting(call({ state: 'output-available', result: 1 }), { type: 'running' })
  await app.do(() => app.chat.tell({ type: 'message', message: done }))
  expect(time()?.textContent).toBe('12s')
  expect(time()?.hasAttribute('aria-hidden')).toBe(false)
})

test('a card that leaves with the focus gives it to its message, and takes none from elsewhere', async () => {
  const running = waiting(call({ state: 'approval-responded' }), { type: 'running' })
  const article = () => app.container.querySelector('[data-message-id=a]')
  await show(waiting(call()))
  await app.do(() => app.button('Allow once')!.focus())
  await app.do(() => app.chat.tell({ type: 'message', message: running }))
  expect(card()).toBeNull()
  expect(document.activeElement).toBe(article())
  await app.page.unmount()

  await show(waiting(call()))
  await app.do(() => app.field.focus())
  await app.do(() => app.chat.tell({ type: 'message', message: running }))
  expect(card()).toBeNull()
  expect(document.activeElement).toBe(app.field)
})

test('"Show all" gives the focus to the data', async () => {
  const args = { text: 'x'.repeat(FIELD_CHARACTERS_MAX + 1) }
  await show(answer('a', '', { content: [call({ state: 'output-available', args })] }))
  await app.click(app.container.querySelector('.tool button')!)
  await app.do(() => app.button('Show all')!.focus())
  await app.click(app.button('Show all')!)
  expect(app.button('Show all')).toBeUndefined()
  expect(document.activeElement).toBe(app.container.querySelector('.tool-json pre'))
})

test('lines that are folded at the end of the answer give the focus to the message', async () => {
  const done = (toolCallId: string) => call({ toolCallId, state: 'output-available', result: 1 })
  const content = [...['1', '2', '3'].map(done), { type: 'text', text: 'Done.' } as const]
  const line = () => app.container.querySelector<HTMLElement>('.tool button')!
  await show(answer('a', '', { content, status: { type: 'running' } }))
  await app.do(() => line().focus())
  expect(line().textContent).toContain('Ran refund order')
  await app.do(() => app.chat.tell({ type: 'message', message: answer('a', '', { content }) }))
  expect(line().textContent).toBe('Used 3 tools')
  expect(document.activeElement).toBe(app.container.querySelector('[data-message-id=a]'))
})

test('folds many calls to one line, each of them inside (U57)', async () => {
  const done = (toolCallId: string) => call({ toolCallId, state: 'output-available', result: 1 })
  await show(answer('a', '', { content: ['1', '2', '3', '4', '5'].map(done) }))
  const lines = () =>
    [...app.container.querySelectorAll('.tool')].map((line) => line.firstElementChild?.textContent)
  expect(lines()).toEqual(['Used 5 tools'])
  await app.click(app.container.querySelector('.tool button')!)
  expect(lines()).toEqual(['Used 5 tools', ...Array.from({ length: 5 }, () => 'Ran refund order')])
})
