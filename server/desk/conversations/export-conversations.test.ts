import { expect, test } from 'vitest'
import type { ConversationPage, ListedConversation, Store } from '../../store/store.ts'
import { MASKED } from './cover.ts'
import { exportConversations, streamTexts } from './export-conversations.ts'
import { LINE_WRITERS, type ExportFormat } from './export-lines.ts'

const TALKS = ['t1', 't2', 't3']

/** Three conversations of two messages, each on a page of its own. */
function createSource(text = 'x') {
  const calls: string[] = []
  const conversations = {
    list({ after }: Pick<ConversationPage, 'after'>) {
      calls.push('list')
      const index = after === undefined ? 0 : TALKS.indexOf(after.id) + 1
      const id = TALKS[index]!
      const row = { id, projectId: 'p', title: null, userId: 'u' } as ListedConversation
      const next = index < TALKS.length - 1 ? { id, lastAt: '' } : null
      return Promise.resolve({ conversations: [row], next, isIndexed: true })
    },
    messages(_: string, id: string) {
      calls.push(id)
      const messages = [1, 2].map((n) => ({
        id: `${id}m${n}`,
        threadId: id,
        parentId: null,
        externalId: null,
        format: 'aui/v0',
        content: { role: 'user', content: [{ type: 'text', text }] },
        height: 0,
        origin: 'client',
        createdAt: '2027-01-15T08:00:00.000Z',
        updatedAt: '',
      }))
      const beside = { ratings: [], facts: new Map(), withReasons: new Set() }
      return Promise.resolve({ messages, isCut: false, ...beside })
    },
  }
  return { calls, store: { conversations } as unknown as Store }
}

const page = { projectIds: ['p'], filter: { tags: [], withoutTags: [] } }
const open = (
  { store }: Pick<ReturnType<typeof createSource>, 'store'>,
  bounds = { rows: 1_000, bytes: 1_000_000 },
  format: ExportFormat = 'jsonl',
) => exportConversations({ store, page, cover: MASKED, write: LINE_WRITERS[format], bounds })

const readAll = async (texts: AsyncIterable<string>) => (await Array.fromAsync(texts)).join('')
const linesOf = async (texts: AsyncIterable<string>) => (await readAll(texts)).trim().split('\n')

test('has as many messages as the limit, and says where it is cut beyond it', async () => {
  const lines = await linesOf(open(createSource(), { rows: 6, bytes: 1_000_000 }))
  expect(lines).toHaveLength(6)
  expect(lines.join('')).not.toContain('"cut"')
  const cut = await linesOf(open(createSource(), { rows: 5, bytes: 1_000_000 }))
  expect(cut).toHaveLength(6)
  expect(cut.at(-1)).toMatch(/^\{"cut":"The export ends here: it has at most 5 messages/)
})

test('has as many bytes as the limit', async () => {
  const whole = await readAll(open(createSource()))
  const bytes = Buffer.byteLength(whole)
  expect(await readAll(open(createSource(), { rows: 6, bytes }))).toBe(whole)
  const cut = await linesOf(open(createSource(), { rows: 6, bytes: bytes - 1 }))
  expect(cut).toHaveLength(6)
  expect(cut.at(-1)).toContain('"cut"')
})

test.each(['=1+1', '+1', '-1', '@x', '＝1', '＠x', '\tx', '\rx', '\nx', '=a\nb'])(
  'a spreadsheet gets %j as a text',
  async (text) => {
    const csv = await readAll(open(createSource(text), undefined, 'csv'))
    expect(csv).toMatch(/[,"]'[=+\-@＝＠\t\r\n]/)
    expect(await readAll(open(createSource(text)))).toContain(JSON.stringify(text))
  },
)

test('reads no further than its reader, and ends when the reader leaves', async () => {
  const source = createSource()
  const reader = streamTexts(open(source, undefined, 'csv')).getReader()
  expect(source.calls).toEqual([])
  await reader.read()
  expect(source.calls).toEqual([])
  await reader.read()
  expect(source.calls).toEqual(['list', 't1'])
  await reader.cancel()
  expect(source.calls).toEqual(['list', 't1'])
})

test('a search that finds nothing ends when its reader leaves', async () => {
  let lists = 0
  const list = () => {
    lists += 1
    return Promise.resolve({ conversations: [], next: { id: `t${lists}`, lastAt: '' } })
  }
  const texts = open({ store: { conversations: { list } } as unknown as Store }, undefined, 'csv')
  await texts.next()
  const next = texts.next()
  await Promise.all([next, texts.return()])
  expect(lists).toBe(1)
})
