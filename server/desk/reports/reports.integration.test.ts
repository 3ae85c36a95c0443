import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as v from 'valibot'
import type {
  Health,
  Home,
  KnowledgeOverview,
  newSource,
  Quality,
  RetentionPreview,
  Usage,
} from '../../../shared/desk/reports.ts'
import { FIGURES } from '../../store/facts/daily.ts'
import {
  addAnswers,
  addFigures,
  withRows,
  type AnswerOfTest,
} from '../../store/desk/report-rows.test-support.ts'
import {
  createDeskWorld,
  type DeskCallerName,
  type DeskWorld,
} from '../../testing/create-desk-world.ts'
import { createMigratedPlace } from '../../testing/migrated-place.ts'
import { REASON_MAX_CHARACTERS } from './quality-report.ts'

const DAY = '2027-01-15'
const AT = `${DAY}T08:00:00.000Z`
/** Older than the projects of these tests keep conversations. */
const OLD = '2026-11-01T08:00:00.000Z'
const PERIOD = `from=${DAY}&to=${DAY}`

const answer = (message: string, rest: Partial<AnswerOfTest> = {}): AnswerOfTest => ({
  project: 'shop',
  thread: `t${message}`,
  message,
  at: AT,
  question: 'Where is my order?',
  words: 'order',
  ...rest,
})

const figures = (project_id: string, answers: number) => ({
  project_id,
  day: DAY,
  assistant: 'default',
  model: 'm',
  language: 'en',
  ...(Object.fromEntries(FIGURES.map((name) => [name, 0])) as Record<
    (typeof FIGURES)[number],
    number
  >),
  answers,
  cost_micros: 2_500_000,
  bad: 1,
})

let world: DeskWorld
let place: Awaited<ReturnType<typeof createMigratedPlace>>
beforeAll(async () => {
  place = await createMigratedPlace('sqlite', '')
  world = await createDeskWorld({
    place,
    config: { projects: { shop: { retention: { namedDays: 5, anonymousDays: 6 } } } },
  })
  await withRows(place, async (db) => {
    await addFigures(db, [figures('shop', 3), figures('other', 40)])
    await addAnswers(db, [
      answer('a1', {
        rating: 'bad',
        comment: `Not correct, Too long\nWrote to me@x.example\n${LONG_REASON}x\nA fourth line`,
        trouble: 32,
      }),
      answer('a2', {
        question: 'Do you ship to Norway?',
        words: 'ship norway',
        isUnanswered: true,
        trouble: 16,
      }),
      answer('a3', { tools: '[{"name":"find_order","failed":true}]', trouble: 4 }),
      answer('a0', { at: OLD }),
      answer('b1', { project: 'other', rating: 'bad', comment: 'Rude', trouble: 32 }),
    ])
  })
})
afterAll(async () => {
  await world.close()
  await place.remove()
})

/** As long as a reason may be. */
const LONG_REASON = 'x'.repeat(REASON_MAX_CHARACTERS)

async function read<Answer>(caller: DeskCallerName, path: string): Promise<Answer> {
  const response = await world.call(caller, path)
  expect(response.status).toBe(200)
  return (await response.json()) as Answer
}

describe('home', () => {
  test('tells what was asked, what went wrong and what it cost', async () => {
    const home = await read<Home>('reader', `/projects/shop/home?${PERIOD}`)

    expect(home.asked.questions).toBe(3)
    expect(
      home.asked.groups.map(({ example, count, unanswered, bad }) => [
        example,
        count,
        unanswered,
        bad,
      ]),
    ).toEqual([
      ['Where is my order?', 2, 0, 1],
      ['Do you ship to Norway?', 1, 1, 0],
    ])
    expect(home.bad.worst.map(({ messageId, reasons }) => [messageId, reasons])).toEqual([
      ['a1', ['bad-rating']],
      ['a2', ['unanswered']],
      ['a3', ['tool-failed']],
    ])
    expect(home.cost).toMatchObject({ answers: 3, cost: 2.5, before: { answers: 0, cost: 0 } })
    expect(home.cost.byDay).toEqual([{ day: DAY, answers: 3, cost: 2.5 }])
  })

  test('hides mail addresses that people wrote into a comment', async () => {
    const { bad } = await read<Home>('reader', `/projects/shop/home?${PERIOD}`)

    const [worst] = bad.worst
    expect(worst?.comment?.some(({ mark }) => mark === 'masked')).toBe(true)
    expect(JSON.stringify(worst?.comment)).not.toContain('me@x')
  })

  test('of all projects has the answers of each, for owners of the service alone', async () => {
    const home = await read<Home>('service owner', `/projects/_/home?${PERIOD}`)

    expect(home.cost).toMatchObject({ answers: 43, cost: 5 })
    expect(home.bad.worst.map(({ project }) => project).toSorted()).toEqual([
      'other',
      'shop',
      'shop',
      'shop',
    ])
    expect((await world.call('owner', `/projects/_/home?${PERIOD}`)).status).toBe(404)
    expect((await world.call('other owner', `/projects/shop/home?${PERIOD}`)).status).toBe(404)
  })
})

test('quality tells reasons, unanswered questions and failed tools of one project', async () => {
  const quality = await read<Quality>('reader', `/projects/shop/quality?${PERIOD}`)

  expect(quality.reasons).toEqual([
    { reason: 'Not correct', count: 1 },
    { reason: 'Too long', count: 1 },
    // Own words are masked, and long ones end early.
    { reason: expect.stringMatching(/^Wrote to (?!me@)/), count: 1 },
    { reason: `${LONG_REASON.slice(1)}…`, count: 1 },
  ])
  expect(
    quality.unanswered.map(({ example, count, answeredSince }) => [example, count, answeredSince]),
  ).toEqual([['Do you ship to Norway?', 1, 0]])
  expect(quality.tools).toEqual([{ name: 'find_order', calls: 1, failed: 1 }])
  expect(quality.worst).toHaveLength(3)
})

test('a group of unanswered questions tells how many were answered since', async () => {
  const next = new Date(Date.parse(AT) + 1_000).toISOString()
  await withRows(place, (db) =>
    addAnswers(db, [
      answer('a4', { at: next, question: 'Do you ship to Norway?', words: 'ship norway' }),
    ]),
  )

  const { unanswered } = await read<Quality>('reader', `/projects/shop/quality?${PERIOD}`)

  expect(unanswered.map(({ count, answeredSince }) => [count, answeredSince])).toEqual([[1, 1]])
})

describe('usage', () => {
  test('has a row for each value of a group', async () => {
    const usage = await read<Usage>('reader', `/projects/shop/usage?${PERIOD}&by=model`)

    expect(usage.rows.map(({ key, answers, cost }) => [key, answers, cost])).toEqual([
      ['m', 3, 2.5],
    ])
    expect(usage.total).toMatchObject({ answers: 3, cost: 2.5 })
  })

  test('is a table for spreadsheets', async () => {
    const response = await world.call('reader', `/projects/shop/usage.csv?${PERIOD}`)

    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="usage-${DAY}-${DAY}.csv"`,
    )
    const [heads, row, total] = (await response.text()).split('\r\n')
    expect(heads).toMatch(/^day,visitors,conversations,answers,/)
    expect(row).toMatch(new RegExp(`^${DAY},0,0,3,`))
    expect(total).toMatch(/^total,0,0,3,/)
  })

  test('refuses a period that no calendar has', async () => {
    const response = await world.call('reader', '/projects/shop/usage?from=2026-02-30')

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      message: 'from is 2026-02-30, a day that no calendar has.',
    })
  })
})

test('owners see what the next removal removes, and nobody else does', async () => {
  const path = '/projects/shop/retention'
  expect(await read<RetentionPreview>('owner', path)).toEqual({
    namedDays: 5,
    anonymousDays: 6,
    anonymousIdleDays: 30,
    conversations: 1,
    messages: 2,
    isCut: false,
    oldest: OLD,
  })
  expect((await world.call('editor', path)).status).toBe(403)
  expect((await world.call('other owner', path)).status).toBe(404)
})

describe('knowledge', () => {
  const add = (caller: DeskCallerName, address: string) =>
    world.call(caller, '/projects/shop/knowledge/sources', {
      method: 'POST',
      body: { kind: 'url', address },
    })

  test('editors add, refresh and remove sources, which is audited', async () => {
    const added = await add('editor', 'https://shop.example/help')
    expect(added.status).toBe(201)
    const { id } = (await added.json()) as v.InferOutput<typeof newSource>
    const list = async () =>
      (await read<KnowledgeOverview>('reader', '/projects/shop/knowledge')).sources
    expect(await list()).toMatchObject([
      { id, state: 'waiting', location: 'https://shop.example/help' },
    ])

    const source = `/projects/shop/knowledge/sources/${id}`
    expect((await world.call('reader', source, { method: 'DELETE' })).status).toBe(403)
    expect((await world.call('editor', `${source}/refresh`, { method: 'POST' })).status).toBe(204)
    expect((await world.call('editor', `${source}/problems`)).status).toBe(200)
    const others = `/projects/other/knowledge/sources/${id}`
    expect((await world.call('other owner', others, { method: 'DELETE' })).status).toBe(404)
    expect((await world.call('editor', source, { method: 'DELETE' })).status).toBe(204)
    expect(await list()).toEqual([])
    const acts = await world.store.desk.audit.list({ projectId: 'shop', limit: 10 })
    // The clock of tests stands still.
    expect(acts.map(({ act, target }) => `${act} ${target}`).toSorted()).toEqual([
      `knowledge.add ${id}`,
      `knowledge.refresh ${id}`,
      `knowledge.remove ${id}`,
    ])
  })

  test('readers add nothing, and nobody adds a place that is not on the web', async () => {
    expect((await add('reader', 'https://shop.example/help')).status).toBe(403)
    expect((await add('editor', 'file:///etc/passwd')).status).toBe(400)
  })
})

test('health is told to owners of the service, with what to do', async () => {
  expect((await world.call('owner', '/health')).status).toBe(403)

  const health = await read<Health>('service owner', '/health')

  const stateOf = (name: string) => health.checks.find((check) => check.name === name)
  expect(stateOf('store')).toMatchObject({ state: 'good', remedy: null })
  expect(stateOf('backup')).toMatchObject({ state: 'warning', sentence: 'No backup was made.' })
  expect(stateOf('backup')?.remedy).toContain('npm run alcove -- backup')
  expect(health.version.store).toMatch(/^(SQLite|PostgreSQL) \d+\.\d+/)
})
