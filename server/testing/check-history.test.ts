import { expect, test } from 'vitest'
import { checkHistory } from './check-history.ts'
import type { Delete, Look, Operation, SeenRow, Send, Stop, Write } from './history.ts'

// A checker that finds nothing proves nothing, so each finding has a history with that fault.

const at = (from: number, until = from + 1) => ({ client: 0, process: 0, thread: 't', from, until })
const write = (from: number, value: string, more: Partial<Write> = {}): Write => ({
  ...at(from),
  type: 'write',
  outcome: 'done',
  field: 'title',
  value,
  ...more,
})
const BEGUN = [write(0, 'one'), write(0, 'false', { field: 'is_archived' })]
const send: Send = {
  ...at(2),
  type: 'send',
  outcome: 'done',
  message: 'hello',
  parent: null,
  text: 'Hello',
  reply: 'Good day',
  answer: 'a1',
}
/** Its arrival is unknown. */
const { answer: _, ...unheard } = send
const UNHEARD: Send = { ...unheard, outcome: 'unknown', until: Infinity }
const question: SeenRow = {
  id: 'm1',
  externalId: 'hello',
  parent: null,
  role: 'user',
  text: 'Hello',
  status: undefined,
}
const answer: SeenRow = {
  id: 'a1',
  externalId: null,
  parent: 'm1',
  role: 'assistant',
  text: 'Good day',
  status: 'complete',
}
const look = (from: number, more: Partial<Look> = {}): Look => ({
  ...at(from),
  type: 'look',
  fields: { title: 'one', is_archived: 'false' },
  rows: [question, answer],
  ...more,
})
const stop: Stop = { ...at(4), type: 'stop', outcome: 'done', removed: ['hello'] }
const remove: Delete = { ...at(6), type: 'delete', outcome: 'done' }
const GONE = { fields: undefined, rows: [] }

const check = (operations: readonly Operation[], ...last: readonly Look[]) =>
  checkHistory([...BEGUN, ...operations], last)

test.each<[string, readonly Operation[], Look]>([
  ['a message with its answer', [send], look(9)],
  ['a message that no answer came to, there', [{ ...send, outcome: 'unknown' }], look(9)],
  ['a message that no answer came to, not there', [UNHEARD], look(9, { rows: [] })],
  ['a message that a stop took back', [send, stop], look(9, { rows: [] })],
  [
    'an answer that a kill cut off',
    [send],
    look(9, { rows: [question, { ...answer, text: 'Good', status: 'incomplete' }] }),
  ],
  ['a look before the message', [send, look(1, { rows: [] })], look(9)],
  ['a thread that was deleted', [send, remove], look(9, GONE)],
  ['a thread whose deletion nobody answered', [send, { ...remove, outcome: 'unknown' }], look(9)],
  [
    'the later of two titles',
    [send, write(4, 'two')],
    look(9, { fields: { title: 'two', is_archived: 'false' } }),
  ],
  ['either of two titles at once', [send, write(0, 'two')], look(9)],
  [
    'a title that may have come late',
    [send, write(4, 'two', { outcome: 'unknown', until: Infinity })],
    look(9),
  ],
])('finds nothing in %s', (_, operations, last) => {
  expect(check(operations, last)).toEqual([])
})

test.each<[string, readonly Operation[], readonly Look[]]>([
  ['nobody looked at the end', [send], []],
  ['client 1 sees something else', [send], [look(9), look(9, { client: 1, rows: [] })]],
  ['hello is lost', [send], [look(9, { rows: [] })]],
  ['hello is lost', [send, look(5, { rows: [] })], [look(9)]],
  ['hello is lost', [send, { ...stop, removed: [] }], [look(9, { rows: [] })]],
  ['hello was taken back and is there', [send, stop], [look(9)]],
  [
    'hello was taken back and is there',
    [{ ...send, outcome: 'unknown', isTakenBack: true }],
    [look(9)],
  ],
  [
    'hello is there 2 times',
    [send],
    [look(9, { rows: [question, { ...question, id: 'm2' }, answer] })],
  ],
  ['hello was refused and is there', [{ ...send, outcome: 'refused' }], [look(9)]],
  ['a row is there twice', [send], [look(9, { rows: [question, answer, answer] })]],
  ['a1 hangs in the air', [send, stop], [look(9, { rows: [answer] })]],
  [
    'nobody said m2',
    [send],
    [look(9, { rows: [question, answer, { ...question, id: 'm2', externalId: 'x' }] })],
  ],
  ['m1 says something else', [send], [look(9, { rows: [{ ...question, text: 'Hi' }, answer] })]],
  ['m1 stands in another place', [{ ...send, parent: 'm0' }], [look(9)]],
  [
    'a2 answers nothing',
    [send],
    [look(9, { rows: [question, answer, { ...answer, id: 'a2', parent: 'a1' }] })],
  ],
  [
    'a1 is the answer to something else',
    [send],
    [look(9, { rows: [question, { ...answer, text: 'Bye' }] })],
  ],
  [
    'a1 is called complete and is not',
    [send],
    [look(9, { rows: [question, { ...answer, text: 'Good' }] })],
  ],
  [
    'a1 never ended: running',
    [send],
    [look(9, { rows: [question, { ...answer, status: 'running' }] })],
  ],
  ['the answer a1 is lost', [send], [look(9, { rows: [question] })]],
  ['in another order', [send, look(5)], [look(9, { rows: [answer, question] })]],
  ['the thread came back', [send, remove, look(8)], [look(9, GONE)]],
  ['the thread is not there', [send, { ...remove, outcome: 'refused' }], [look(9, GONE)]],
  [
    'nobody set title to other',
    [send],
    [look(9, { fields: { title: 'other', is_archived: 'false' } })],
  ],
  ['title is one again', [send, write(4, 'two')], [look(9)]],
])('finds that %s (R32)', (problem, operations, last) => {
  expect(check(operations, ...last).join('\n')).toContain(problem)
})
