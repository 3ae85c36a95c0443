import { expect, test } from 'vitest'
import type { MessagePart, ToolState } from '../../../shared/thread/message.ts'
import { numberSources } from '../sources/read-source.ts'
import { FOLDED_CALLS_MIN, foldTools, groupParts, type PartGroup } from './group-parts.ts'

const text = (value: string): MessagePart => ({ type: 'text', text: value })
const reasoning = (value: string): MessagePart => ({ type: 'reasoning', text: value })
const source = (url: string): MessagePart => ({ type: 'source', sourceType: 'url', id: url, url })
const tool = (toolCallId: string): MessagePart => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'find',
  state: 'input-available',
  argsText: '{}',
  args: {},
})

test('joins reasoning that follows on reasoning, and keeps the order of the rest', () => {
  const parts = [reasoning('a'), reasoning('b'), tool('t1'), text('c'), reasoning('d'), text('e')]

  const groups = groupParts(parts)

  expect(groups.map((group) => group.type)).toEqual([
    'reasoning',
    'tool-call',
    'text',
    'reasoning',
    'text',
  ])
  expect(groups[0]).toEqual({ type: 'reasoning', key: 'reasoning-0', parts: parts.slice(0, 2) })
})

test('keeps the keys of earlier groups while the message grows', () => {
  const before = groupParts([reasoning('a'), text('b')])
  const after = groupParts([reasoning('a'), text('b and'), tool('t'), text('c')])

  expect(after.map((group) => group.key)).toEqual(['reasoning-0', 'text-1', 't', 'text-3'])
  expect(before.map((group) => group.key)).toEqual(['reasoning-0', 'text-1'])
})

test('draws no blank text, and no part that stands elsewhere', () => {
  expect(groupParts([text(' \n'), { type: 'data', name: 'x', data: 1 }])).toEqual([])
  expect(groupParts([text('x')])).toHaveLength(1)
})

test('puts sources under the words before them, with the same number for the same page', () => {
  const parts = [
    text('One'),
    source('https://a.example'),
    source('https://b.example'),
    source('https://a.example'),
    text('Two'),
    source('https://b.example'),
    text('Three'),
  ]
  const numbers = groupParts(parts).map((group) =>
    group.type === 'cites' ? group.sources.map((each) => each.number) : group.type,
  )
  expect(numbers).toEqual(['text', [1, 2], 'text', [2], 'text'])
})

test('tells sources at the very end once, in the list of all', () => {
  expect(groupParts([text('One'), source('https://a.example')])).toHaveLength(1)
  expect(groupParts([text('One'), source('https://a.example'), text('Two')])).toHaveLength(3)
})

test('numbers each page once, and takes the title that it finds', () => {
  const titled: MessagePart = { ...source('https://a.example'), title: ' A ' } as MessagePart
  expect(
    numberSources([source('https://a.example'), source('https://b.example'), titled]),
  ).toMatchObject([
    { number: 1, url: 'https://a.example', title: 'A' },
    { number: 2, url: 'https://b.example', title: '' },
  ])
})

const call = (id: string, state: ToolState = 'output-available'): PartGroup => ({
  type: 'tool-call',
  key: id,
  part: { type: 'tool-call', toolCallId: id, toolName: 'find', state, argsText: '{}', args: {} },
})
const calls = (count: number) => Array.from({ length: count }, (_, index) => call(`c${index}`))
const words: PartGroup = { type: 'text', key: 't', part: { type: 'text', text: 'x' } }
const OVER = { isRunning: false, isWaiting: false }
const typesOf = (groups: readonly PartGroup[]) =>
  groups.map((group) => (group.type === 'tools' ? `tools ${group.parts.length}` : group.type))

test('folds three calls in a row, not two (U57)', () => {
  const few = calls(FOLDED_CALLS_MIN - 1)
  expect(typesOf(foldTools(few, OVER))).toEqual(['tool-call', 'tool-call'])
  expect(typesOf(foldTools(calls(FOLDED_CALLS_MIN), OVER))).toEqual(['tools 3'])
})

test('counts only calls that follow on each other', () => {
  const groups = [...calls(2), words, ...calls(2)]
  expect(typesOf(foldTools(groups, OVER))).toEqual(groups.map(({ type }) => type))
})

test('leaves out a call that waits for a person', () => {
  const groups = [...calls(3), call('a', 'approval-requested')]
  expect(typesOf(foldTools(groups, { isRunning: false, isWaiting: true }))).toEqual([
    'tools 3',
    'tool-call',
  ])
  expect(typesOf(foldTools(groups, OVER))).toEqual(['tools 4'])
})

test('folds nothing under the reader while the answer grows', () => {
  const growing = { isRunning: true, isWaiting: false }
  expect(typesOf(foldTools(calls(4), growing))).toHaveLength(4)
  expect(typesOf(foldTools([...calls(4), words], growing))).toHaveLength(5)
  expect(typesOf(foldTools([...calls(4), words], OVER))).toEqual(['tools 4', 'text'])
})

test('keeps its key while calls are added at the end', () => {
  const keyOf = (count: number) => foldTools(calls(count), OVER)[0]?.key
  expect(keyOf(3)).toBe(keyOf(5))
})
