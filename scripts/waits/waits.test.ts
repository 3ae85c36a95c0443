import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { listSources } from '../architecture/list-sources.ts'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { FAILURE_ENDS } from '../states/failures.ts'
import { TABLES } from '../states/main.ts'
import { findOpenStates, type StateTable } from '../states/state-table.ts'
import { drawStates, drawWaits } from './draw-lists.ts'
import { findWaits } from './find-waits.ts'
import { listWaits, readTests, type JudgedWait, type KnownTests } from './list-waits.ts'

let waits: readonly JudgedWait[]
let tests: KnownTests
beforeAll(() => {
  tests = readTests(REPOSITORY_ROOT)
  waits = listWaits(REPOSITORY_ROOT, tests)
})

const answersOf = (text: string) =>
  findWaits('widget/x.ts', text).map(({ kind, limits, answer }) => [kind, limits, answer?.text])

test('every wait of the product has a limit with a test, or a reason for none', () => {
  const lacking = waits.filter(({ problem }) => problem !== undefined)

  expect(lacking.map(({ path, line, problem }) => `${path}:${line} ${problem}`)).toEqual([])
  expect(waits.length).toBeGreaterThan(100)
})

test.each(TABLES)('each state of $title rests, or ends by itself', (table) => {
  const { states, rests, ends } = table

  expect(findOpenStates(table)).toEqual([])
  expect(states).toEqual(expect.arrayContaining([...Object.keys(rests), ...Object.keys(ends)]))
  const ending = Object.values(ends).map(({ test }) => test)
  expect(ending.filter((title) => tests.titled(title).length === 0)).toEqual([])
})

test('what clears a failure is said somewhere in the frame', () => {
  const frame = listSources(REPOSITORY_ROOT, 'widget')
    .filter((path) => !/\.test\.|test-support|failure-table/.test(path))
    .map((path) => readFileSync(join(REPOSITORY_ROOT, path), 'utf8'))
    .join('\n')
  const unsaid = FAILURE_ENDS.flatMap(([failure, clearedBy]) =>
    clearedBy.some((disproof) => frame.includes(`'${disproof}'`)) ? [] : [failure],
  )

  expect(unsaid).toEqual([])
  expect(frame).not.toContain("'what nobody says'")
})

test('a state is open when what comes by itself leads to no rest', () => {
  const next: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    idle: { ask: 'asking' },
    asking: { late: 'lost', answer: 'idle' },
    lost: { late: 'idle' },
    hoping: { answer: 'idle' },
    turning: { late: 'turning' },
  }
  const late = { event: 'late', limits: { LATE_MS: 1 }, test: 'it ends' }
  const table: StateTable = {
    title: 'An example',
    file: 'x.ts',
    states: Object.keys(next),
    events: ['ask', 'late', 'answer'],
    rests: { idle: 'a person asks' },
    ends: { asking: late, lost: late, turning: late },
    ask(state, event) {
      const to = next[state]?.[event]
      return to === undefined ? null : { next: to, effects: [] }
    },
  }

  expect(findOpenStates(table)).toEqual(['hoping', 'turning'])
  expect(drawStates([table])).toContain('hoping: NO EVENT ENDS IT')
  expect(drawStates([table])).toContain('asking: "late", by LATE_MS; test "it ends"')
})

test('a limit is read from the wait, from the functions around it, or from what stands above', () => {
  expect(answersOf('fetch(url, { signal: AbortSignal.timeout(CALL_MS) })')).toEqual([
    ['a call over HTTP', ['CALL_MS'], undefined],
  ])
  expect(
    answersOf('function f() { const p = new Promise(r => r()); setTimeout(g, WAIT_MS) }'),
  ).toEqual([['a promise of its own', ['WAIT_MS'], undefined]])
  expect(answersOf('// Limit: LATE_MS of the caller,\n// which aborts.\nawait fetch(url)')).toEqual(
    [['a call over HTTP', [], 'LATE_MS of the caller, which aborts.']],
  )
  expect(
    answersOf('/** Asks. No limit: a person answers. */\nfunction f() { return fetch(url) }'),
  ).toEqual([['a call over HTTP', [], 'a person answers.']])
  expect(answersOf('// No limit: of another statement.\nlet a = 1\nawait fetch(url)')).toEqual([
    ['a call over HTTP', [], undefined],
  ])
})

test('each kind of wait is found, and what our own code makes is not', () => {
  const kinds = answersOf(
    `new Worker(url); navigator.locks.request(name, task); body.getReader()
    navigator.clipboard.writeText(text); new pg.Client(config); fork(file); import(address)
    for await (const piece of body) take(piece)
    for await (const piece of ownGenerator()) take(piece)
    later(() => import(address)); locks.list()`,
  ).map(([kind]) => kind)

  expect(kinds.map(String).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'a child process',
    'a database',
    'a file of the service',
    'a lock of the browser',
    'a stream',
    'a stream',
    'a worker',
    'the clipboard',
  ])
})

test('both lists are drawn with their counts', () => {
  expect(drawStates(TABLES)).toMatch(/^States that no event ends: 0\n/)
  expect(drawWaits(waits)).toMatch(/^Waits without a limit: \d+\n/)
  expect(drawWaits(waits)).toContain('Waits without an answer: 0')
})
