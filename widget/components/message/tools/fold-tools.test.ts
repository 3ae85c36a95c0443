import { expect, test } from 'vitest'
import type { ToolState } from '../../../../shared/thread/message.ts'
import { FOLDED_CALLS_MIN, foldTools } from './fold-tools.ts'
import type { PartGroup } from '../parts/group-parts.ts'

const call = (id: string, state: ToolState = 'output-available'): PartGroup => ({
  type: 'tool-call',
  key: id,
  part: { type: 'tool-call', toolCallId: id, toolName: 'find', state, argsText: '{}', args: {} },
})
const calls = (count: number) => Array.from({ length: count }, (_, index) => call(`c${index}`))
const text: PartGroup = { type: 'text', key: 't', part: { type: 'text', text: 'x' } }
const OVER = { isRunning: false, isWaiting: false }
const typesOf = (groups: readonly PartGroup[]) =>
  groups.map((group) => (group.type === 'tools' ? `tools ${group.parts.length}` : group.type))

test('folds three calls in a row, not two', () => {
  const few = calls(FOLDED_CALLS_MIN - 1)
  expect(typesOf(foldTools(few, OVER))).toEqual(['tool-call', 'tool-call'])
  expect(typesOf(foldTools(calls(FOLDED_CALLS_MIN), OVER))).toEqual(['tools 3'])
})

test('counts only calls that follow on each other', () => {
  const groups = [...calls(2), text, ...calls(2)]
  expect(typesOf(foldTools(groups, OVER))).toEqual(groups.map(({ type }) => type))
})

test('leaves out a call that waits for somebody', () => {
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
  expect(typesOf(foldTools([...calls(4), text], growing))).toHaveLength(5)
  expect(typesOf(foldTools([...calls(4), text], OVER))).toEqual(['tools 4', 'text'])
})

test('keeps its key while calls are added at the end', () => {
  const keyOf = (count: number) => foldTools(calls(count), OVER)[0]?.key
  expect(keyOf(3)).toBe(keyOf(5))
})
