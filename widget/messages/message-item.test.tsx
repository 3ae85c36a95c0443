import { afterEach, expect, test, vi } from 'vitest'
import type { Message, MessagePart } from '../../shared/thread/message.ts'
import { answer, question } from '../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../shell/mount-app.test-support.tsx'
import { TABLE_ROWS_MAX, TEXT_CHARACTERS_MAX } from './tools/read-tool-value.ts'

let app: MountedApp

afterEach(async () => {
  await app.page.unmount()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const RUNNING = { status: { type: 'running' } } as const
const show = async (...messages: Message[]) => {
  app = await mountApp((chat) => chat.show(messages))
}
const article = (id: string) => app.container.querySelector(`[data-message-id=${id}]`)!
const system = (id: string, text: string): Message => ({ ...question(id, text), role: 'system' })
const ended = (reason: 'cancelled' | 'error' | 'length', error?: string): Partial<Message> => ({
  status: { type: 'incomplete', reason, ...(error === undefined ? {} : { error }) },
})

test('heads each message with its author, in order (2.2, A03)', async () => {
  await show(question('q', 'Hi'), answer('a', 'Hello'))
  const headings = [...app.container.querySelectorAll('article h2')].map((node) => node.textContent)
  expect(headings).toEqual(['You said', 'Assistant said'])
  expect(article('a').getAttribute('aria-labelledby')).toBe(article('a').querySelector('h2')?.id)
})

test('shows a note of the system as a separate note (2.3)', async () => {
  await show(system('s', 'A person joined.'), question('q', 'Hi'))
  expect(article('s').querySelector('.system-note')?.textContent).toBe('A person joined.')
  expect(article('s').querySelector('h2')?.textContent).toBe('Note')
  expect(article('s').querySelector('button, .slip')).toBeNull()
  expect(article('q').querySelector('.system-note')).toBeNull()
})

test('shows the words of the user as they are typed (2.2, U52)', async () => {
  await show(question('q', '# not a *heading*\n1. x'))
  expect(article('q').querySelector('p')?.textContent).toBe('# not a *heading*\n1. x')
})

test('links the addresses in what the user typed, and changes no letter of it (U52)', async () => {
  const typed =
    'See https://one.example/a?b=1. Or (www.two.example), http://127.0.0.1:8080/x, or me@three.example!\njavascript://x www. a://b **c**'
  await show(question('q', typed))
  const text = article('q').querySelector('p')!
  const links = [...text.querySelectorAll('a')]
  expect(links.map((link) => [link.firstChild?.textContent, link.href])).toEqual([
    ['https://one.example/a?b=1', 'https://one.example/a?b=1'],
    ['www.two.example', 'https://www.two.example/'],
    ['http://127.0.0.1:8080/x', 'http://127.0.0.1:8080/x'],
    ['me@three.example', 'mailto:me@three.example'],
  ])
  for (const link of links) expect(link.rel).toBe('noopener noreferrer nofollow')
  for (const hint of text.querySelectorAll('.md-hidden')) hint.remove()
  expect(text.textContent).toBe(typed)
})

test.each([
  'انظر https://one.example/ar، ثم',
  'Voir «https://one.example/fr» ici',
  'ראו https://one.example/he׃',
])('ends the address in the typed text %s before the sign behind it', async (typed) => {
  await show(question('q', typed))
  const link = article('q').querySelector('p a')

  expect(link?.firstChild?.textContent).toMatch(/^https:\/\/one\.example\/(?:ar|fr|he)$/)
})

test('gives words of all sides the direction of most of their letters', async () => {
  const mixed = 'React را نصب کنید'
  await show(question('q', mixed), system('s', mixed), question('e', 'Install ریاکت please'))
  expect(article('q').querySelector('p')?.dir).toBe('rtl')
  expect(article('s').querySelector('p')?.dir).toBe('rtl')
  expect(article('e').querySelector('p')?.dir).toBe('ltr')
})

/** A browser in which every code block is wider than its box. */
class WideResizeObserver implements ResizeObserver {
  readonly #call: ResizeObserverCallback
  constructor(call: ResizeObserverCallback) {
    this.#call = call
  }
  observe(target: Element) {
    const width = target.localName === 'code' ? 900 : 300
    const entry = { target, contentRect: { width }, borderBoxSize: [{ inlineSize: width }] }
    this.#call([entry as unknown as ResizeObserverEntry], this)
  }
  unobserve = () => {}
  disconnect = () => {}
}

test('a wide box is a tab stop only in the current message', async () => {
  vi.stubGlobal('ResizeObserver', WideResizeObserver)
  const code = '```\nlong line\n```'
  await show(answer('a', code), question('q', 'Hi'), answer('b', code))
  const stops = () => ['a', 'b'].map((id) => article(id).querySelector('pre')?.tabIndex)

  await vi.waitFor(() => expect(stops()).toEqual([-1, 0]))
  await app.press(article('b'), 'Home')
  expect(stops()).toEqual([0, -1])
})

test('keeps the partial answer of a failed run, and tries again under its id (2.17)', async () => {
  await show(question('q', 'Hi'), answer('a', 'Half', ended('error', 'The model is busy.')))

  expect(article('a').textContent).toContain('Half')
  expect(article('a').querySelector('.error-detail')?.textContent).toBe('The model is busy.')
  await app.click(app.button('Try again')!)
  expect(app.chat.retried).toEqual(['a'])
})

test('offers no second try for an answer that is not the last', async () => {
  await show(answer('a', 'Half', ended('error', 'x')), question('q', 'Hi'), answer('b', 'Hello'))
  expect(article('a').querySelector('.error-card')).not.toBeNull()
  expect(app.button('Try again')).toBeUndefined()
})

test.each([
  ['cancelled', 'Stopped'],
  ['length', 'The answer reached its maximum length.'],
] as const)('notes how an answer ended: %s (4.21)', async (reason, note) => {
  await show(question('q', 'Hi'), answer('a', 'Half', ended(reason)))
  expect(article('a').querySelector('.message-note')?.textContent).toContain(note)
})

test('marks a message that was not sent, and sends it again', async () => {
  await show(question('q', 'Hi'))
  expect(article('q').textContent).not.toContain('Not sent')

  await app.do(() => app.chat.tell({ type: 'unsent', ids: new Set(['q']) }))
  expect(article('q').textContent).toContain('Not sent')
  await app.click(app.button('Try again')!)
  expect(app.chat.retried).toEqual(['q'])
})

const reasoning: MessagePart = { type: 'reasoning', text: 'Two lines.' }

test('folds reasoning to one line that says how long it took (U56)', async () => {
  const thinking = answer('a', '', { ...RUNNING, content: [reasoning] })
  await show(question('q', 'Hi'), thinking)
  const line = () => article('a').querySelector<HTMLElement>('.reasoning button')!
  expect(line().textContent).toBe('Thinking…')
  expect(line().getAttribute('aria-expanded')).toBe('false')

  await app.click(line())
  expect(article('a').textContent).toContain('Two lines.')

  const content: MessagePart[] = [reasoning, { type: 'text', text: 'Once.' }]
  const metadata = { custom: { reasoningMs: 6100 } }
  await app.do(() =>
    app.chat.tell({ type: 'message', message: answer('a', '', { content, metadata }) }),
  )
  expect(line().textContent).toBe('Thought for 6 seconds')
  expect(line().getAttribute('aria-expanded')).toBe('true')
})

test('folds a tool call to a sentence, with its input and result inside (U57)', async () => {
  const call: MessagePart = {
    type: 'tool-call',
    toolCallId: 't',
    toolName: 'lookup_invoices',
    state: 'output-available',
    argsText: '{"month":"March"}',
    args: { month: 'March' },
    result: 'x'.repeat(2001),
  }
  await show(question('q', 'Hi'), answer('a', '', { content: [call] }))
  const tool = article('a').querySelector('.tool')!
  expect(tool.textContent).toBe('Ran lookup invoices')

  await app.click(tool.querySelector('button')!)
  const [input, result] = tool.querySelectorAll('[role=group]')
  expect(input?.textContent).toBe('InputmonthMarch')
  expect(result?.querySelector('.tool-text')?.textContent).toHaveLength(TEXT_CHARACTERS_MAX + 1)
  expect(tool.querySelector('pre')).toBeNull()
  await app.click(app.button('Show all')!)
  expect(tool.querySelector('pre')?.textContent).toBe('x'.repeat(2001))
})

test('a tool’s result is words and a small table for people, and JSON only on request', async () => {
  const items = Array.from({ length: 11 }, (_, index) => ({ name: `Mug ${index}`, count: 2 }))
  const call: MessagePart = {
    type: 'tool-call',
    toolCallId: 't',
    toolName: 'order_status',
    state: 'output-available',
    argsText: '{}',
    args: {},
    result: JSON.stringify({ order_id: '1042', items }),
  }
  await show(question('q', 'Hi'), answer('a', '', { content: [call] }))
  const tool = article('a').querySelector('.tool')!
  await app.click(tool.querySelector('button')!)

  const result = tool.querySelector('[role=group]')!
  expect(result.textContent).not.toMatch(/[{"]/)
  expect([...result.querySelectorAll('dt, dd')].map((each) => each.textContent)).toEqual([
    'order id',
    '1042',
  ])
  const table = result.querySelector('table')!
  expect(table.caption?.textContent).toBe('items')
  expect([...table.querySelectorAll('th')].map((each) => each.textContent)).toEqual([
    'name',
    'count',
  ])
  expect(table.querySelectorAll('tbody tr')).toHaveLength(TABLE_ROWS_MAX)

  await app.click(app.button('Show all')!)
  expect(document.activeElement?.textContent).toContain('"name": "Mug 10"')
})

test('a message that cannot be drawn shows its plain text, and the others stay (R35, U41)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const broken = answer('b', 'Raw **words**', {
    content: [{ type: 'text', text: 'Raw **words**' }, { type: 'source' } as MessagePart],
  })
  Object.defineProperty(broken.content[1]!, 'sourceType', {
    get() {
      throw new Error('cannot be drawn')
    },
  })
  await show(question('q', 'Hi'), broken, answer('a', 'Fine'))

  expect(article('b').textContent).toContain('Raw **words**')
  expect(article('b').querySelector('.raw-message')).not.toBeNull()
  expect(article('a').querySelector('.raw-message')).toBeNull()
  expect(article('a').textContent).toContain('Fine')

  await app.do(() => app.chat.tell({ type: 'message', message: answer('b', 'Mended') }))
  expect(article('b').querySelector('.raw-message')).toBeNull()
})
