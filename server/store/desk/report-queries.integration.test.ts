import { FIGURES } from '../facts/daily.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import { createRandom } from '../../testing/create-random.ts'
import { withStore } from '../../testing/with-store.ts'
import { ANSWERS_PER_STATEMENT, type ReportCursor } from './report-answers.ts'
import {
  addAnswers,
  addFigures,
  addProjects,
  withRows,
  type AnswerOfTest,
  type FiguresOfTest,
} from './report-rows.test-support.ts'

const random = createRandom(42)
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
const DAY_MS = 86_400_000
const PROJECTS = ['default', 'shop']
const dayOf = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * DAY_MS).toISOString().slice(0, 10)

/** Days of 100 days, so that a period needs several statements. */
const ROWS: readonly FiguresOfTest[] = PROJECTS.flatMap((project_id) =>
  Array.from({ length: 100 }, (_, n) => n)
    .filter(() => random() < 0.8)
    .flatMap((n) =>
      ['a', 'b'].map((assistant) => ({
        project_id,
        day: dayOf(n),
        assistant,
        model: pick(['m', 'n', '']),
        language: pick(['de', 'en', '']),
        ...(Object.fromEntries(
          // As large as sums of a day may be.
          FIGURES.map((name) => [name, Math.floor(random() * 5_000_000_000)]),
        ) as Record<(typeof FIGURES)[number], number>),
        // A column of 32 bits.
        ...Object.fromEntries(
          FIGURES.filter((name) => !/tokens|cost/.test(name)).map((name) => [
            name,
            Math.floor(random() * 1_000),
          ]),
        ),
      })),
    ),
)

const HOUR_MS = 3_600_000
/** Many share their time, as answers that end in the same millisecond do. */
const ANSWERS: readonly AnswerOfTest[] = Array.from({ length: 1_200 }, (_, n) => ({
  project: pick(PROJECTS),
  thread: `t${n % 40}-${n}`,
  message: `m${String(n).padStart(4, '0')}`,
  at: new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 200) * HOUR_MS).toISOString(),
  question: `question ${n}`,
  trouble: random() < 0.7 ? 1 + Math.floor(random() * 100) : 0,
  isUnanswered: random() < 0.2,
  rating: pick(['good', 'bad', null] as const),
  comment: pick(['Too long', null]),
  tools: pick(['[]', '[{"name":"find","failed":true}]']),
}))

const PERIOD = {
  from: '2026-01-02',
  to: '2026-01-05',
  start: '2026-01-01T23:00:00.000Z',
  end: '2026-01-05T23:00:00.000Z',
}

/** All rows, page by page. */
async function readAll<Row>(
  list: (before: ReportCursor | undefined) => Promise<readonly Row[]>,
  cursorOf: (row: Row) => ReportCursor,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let before: ReportCursor | undefined; ;) {
    const page = await list(before)
    const last = page.at(-1)
    rows.push(...page)
    if (last === undefined || page.length < ANSWERS_PER_STATEMENT) return rows
    before = cursorOf(last)
  }
}

/** Newest first. */
const inPeriod = (project: string) =>
  ANSWERS.filter(
    ({ project: of, at }) => of === project && at >= PERIOD.start && at < PERIOD.end,
  ).toSorted((a, b) => (`${a.at} ${a.message}` < `${b.at} ${b.message}` ? 1 : -1))

describe.each(ENGINES)('reports on %s', (engine) => {
  const { store, place } = withStore(engine)
  beforeAll(() =>
    withRows(place, async (db) => {
      await addProjects(db, ['shop'], dayOf(0))
      await addFigures(db, ROWS)
      await addAnswers(db, ANSWERS)
    }),
  )

  test.each(['day', 'assistant', 'model', 'language'] as const)(
    'figures by %s are the sums of their days',
    async (group) => {
      for (const project of [...PROJECTS, undefined]) {
        const period = { from: dayOf(3), to: dayOf(90) }
        const sums = await store.deskReports.sumFigures(project, period, group)

        const expected = Map.groupBy(
          ROWS.filter(
            ({ project_id, day }) =>
              (project ?? project_id) === project_id && day >= period.from && day <= period.to,
          ),
          (row) => row[group],
        )
        expect([...sums.keys()].toSorted()).toEqual([...expected.keys()].toSorted())
        for (const [key, rows] of expected) {
          for (const name of FIGURES) {
            expect(sums.get(key)?.[name]).toBe(rows.reduce((sum, row) => sum + row[name], 0))
          }
        }
      }
    },
  )

  test('projects with the most answers come first', async () => {
    const answersOf = (project: string) =>
      ROWS.filter(({ project_id, day }) => project_id === project && day <= dayOf(9)).reduce(
        (sum, row) => sum + row.answers,
        0,
      )
    const expected = PROJECTS.toSorted((a, b) => answersOf(b) - answersOf(a))

    expect(await store.deskReports.busiestProjects({ from: dayOf(0), to: dayOf(9) })).toEqual(
      expected,
    )
  })

  test('pages of answers have each row of the period once, also those of the same time', async () => {
    for (const project of PROJECTS) {
      const answers = inPeriod(project)
      const troubled = await readAll(
        (before) => store.deskReports.listTroubled(project, PERIOD, before),
        ({ at, messageId }) => ({ at, id: messageId }),
      )
      expect(troubled.map(({ messageId, trouble }) => [messageId, trouble])).toEqual(
        answers.filter((each) => each.trouble).map((each) => [each.message, each.trouble]),
      )
      const tools = await readAll(
        (before) => store.deskReports.listTools(project, PERIOD, before),
        (row) => row,
      )
      expect(tools.map(({ id }) => id)).toEqual(
        answers.filter((each) => each.tools !== '[]').map(({ message }) => message),
      )
      const questions = await readAll(
        (before) => store.deskReports.listQuestions(project, PERIOD, before),
        ({ at, messageId }) => ({ at, id: messageId }),
      )
      expect(
        questions.map(({ answerId, text, isUnanswered, isBad }) => [
          answerId,
          text,
          isUnanswered,
          isBad,
        ]),
      ).toEqual(
        answers.map(({ message, question, isUnanswered, rating }) => [
          message,
          question,
          isUnanswered,
          rating === 'bad',
        ]),
      )
      const ratings = await readAll(
        (before) => store.deskReports.listRatings(project, 'feedback', PERIOD, before),
        (row) => row,
      )
      expect(ratings.map(({ id, isGood }) => [id, isGood])).toEqual(
        answers
          .filter(({ rating }) => rating !== null)
          .map(({ message, rating }) => [`s${message}`, rating === 'good']),
      )
    }
  })

  test('texts of an answer are those of its project alone', async () => {
    const own = inPeriod('shop').find(({ comment, rating }) => comment && rating === 'bad')
    const places = [{ threadId: own!.thread, messageId: own!.message }]
    const read = async (project: string) => [
      (await store.deskReports.questionsOf(project, places)).get(own!.message)?.text,
      (await store.deskReports.commentsOf(project, 'feedback', places)).get(own!.message),
      (await store.deskReports.contentsOf(project, places)).get(own!.message),
    ]

    expect(await read('shop')).toEqual([
      own!.question,
      own!.comment,
      expect.stringContaining(`Answer to: ${own!.question}`),
    ])
    expect(await read('default')).toEqual([undefined, undefined, undefined])
  })
})
