import { expect, test } from 'vitest'
import { compareRows, numberedRows, numbersOf } from './numbered-rows.ts'

const SHOWN = '| A01 | 1.1.1 | Pictures | met | `a/one.test.ts` |'
const PARTLY =
  '| A02 | 1.2 | Sound | partly | `a/one.test.ts`, `e2e/two.spec.ts`. In one browser. |'
const OPEN = '| A03 | 1.3.1 | Order | open | No test looks at it. |'
const DECIDED = '| A04 | 1.3.2 | Place | decided | [Why](decisions/0001-why.md) |'
const TITLES = [
  { path: 'a/one.test.ts', title: 'a picture has a name (A01)' },
  { path: 'a/one.test.ts', title: 'a sound has a name (A02, U7)' },
  { path: 'e2e/two.spec.ts', title: 'it is heard: %s (A02)' },
  { path: 'e2e/two.spec.ts', title: 'A03 is named (A03) in the middle' },
]

function compare(rows: readonly string[], titles = TITLES) {
  const read = numberedRows(['| Row |', ...rows].join('\n'))
  const isPage = (path: string) => path === 'decisions/0001-why.md'
  return compareRows({ letter: 'A', count: 4 }, read, titles, isPage)
}

const whole = [SHOWN, PARTLY, OPEN, DECIDED]
const changed = (row: string, from: string, to: string) =>
  whole.map((each) => (each === row ? each.replace(from, to) : each))

test('refuses what may not be refused', () => {
  const rows = numberedRows(whole.join('\n'))
  const problems = (refusable: readonly string[]) =>
    compareRows({ letter: 'A', count: 4, refusable }, rows, TITLES, () => true).problems

  expect(problems(['A04'])).toEqual([])
  expect(problems(['A01'])).toEqual(['line 4: A04 may not be refused'])
})

test('finds nothing in rows that agree with their titles, and counts them', () => {
  expect(compare(whole)).toEqual({
    problems: [],
    counts: { met: 1, partly: 1, open: 1, decided: 1 },
  })
})

test.each([
  ['a number without a row', whole.slice(1), 'A01 has no row'],
  ['a number that stands twice', [...whole, SHOWN], 'A01 stands twice'],
  [
    'a number beyond the list',
    [...whole, OPEN.replace('A03', 'A05')],
    'A05 is no number of the list',
  ],
  ['another letter', changed(SHOWN, 'A01', 'U01'), 'U01 is no number of the list'],
  ['another state', changed(OPEN, 'open', 'soon'), 'line 4: A03 has a state that is none: soon'],
  [
    'what is shown by nothing',
    changed(SHOWN, '`a/one.test.ts`', 'Looked at.'),
    'line 2: A01 is met and names no test',
  ],
  [
    'a file without such a title',
    changed(SHOWN, 'one.test', 'other.test'),
    'line 2: A01 names a/other.test.ts, where no title ends in it',
  ],
  [
    'a title whose file is not named',
    changed(PARTLY, ', `e2e/two.spec.ts`', ''),
    'line 3: A02 does not name e2e/two.spec.ts',
  ],
  [
    'a part without what is missing',
    changed(PARTLY, ' In one browser.', ''),
    'line 3: A02 does not say what is missing',
  ],
  [
    'an open row without what is missing',
    changed(OPEN, ' No test looks at it.', ''),
    'line 4: A03 does not say what is missing',
  ],
  [
    'an open row with a test',
    changed(OPEN, 'No test', '`a/one.test.ts`. No test'),
    'line 4: A03 is open and names a test',
  ],
  [
    'no decision',
    changed(DECIDED, /\[.*\)/.exec(DECIDED)![0], 'So.'),
    'line 5: A04 names no decision',
  ],
  [
    'a decision that is not there',
    changed(DECIDED, '0001', '0002'),
    'line 5: A04 names decisions/0002-why.md, which is not there',
  ],
])('finds %s', (_, rows, problem) => {
  expect(compare(rows).problems).toContain(problem)
})

test('finds a title with a number that is not in the list', () => {
  const titles = [...TITLES, { path: 'a/one.test.ts', title: 'more (A05)' }]

  expect(compare(whole, titles).problems).toEqual([
    'a title names A05, which is no number of the list',
  ])
})

test.each([
  ['a claim (A17)', ['A17']],
  ['a claim (A17, U104)', ['A17', 'U104']],
  ['a claim (A17) and more', []],
  ['a claim (of A17)', []],
])('reads the numbers of "%s"', (title, numbers) => {
  expect(numbersOf(title)).toEqual(numbers)
})
