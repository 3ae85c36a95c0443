import { expect, test } from 'vitest'
import type { MessagePart } from '../../../shared/thread/message.ts'
import { collectSources, groupParts } from './group-parts.ts'

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
  expect(groupParts([text(' \n'), source('https://a.example')])).toEqual([])
  expect(groupParts([text('x')])).toHaveLength(1)
})

test('lists each page once', () => {
  const parts = [
    source('https://a.example'),
    source('https://b.example'),
    source('https://a.example'),
  ]
  expect(collectSources(parts).map(({ url }) => url)).toEqual([
    'https://a.example',
    'https://b.example',
  ])
})
