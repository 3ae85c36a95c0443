import { expect, test } from 'vitest'
import { numberedRows } from './accessibility-rows.ts'
import { checkExpectations, compareExpectations } from './expectations.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

const MET = '| U01 | It stays | met | `a/one.test.ts` |'
const PARTLY = '| U02 | It moves | partly | `a/one.test.ts`, `e2e/two.spec.ts`. In one browser. |'
const OPEN = '| U03 | It follows | open | It does not. |'
const DECIDED = '| U30 | It asks | decided | [Why](decisions/0001-why.md) |'
/** All others, so that only what is tested is wrong. */
const OTHERS = Array.from({ length: 116 }, (_, index) => `U${`${index + 1}`.padStart(2, '0')}`)
  .filter((id) => !['U01', 'U02', 'U03', 'U30'].includes(id))
  .map((id) => `| ${id} | Else | open | Nobody looked. |`)
const TITLES = [
  { path: 'a/one.test.ts', title: 'it stays (A12, U01)' },
  { path: 'a/one.test.ts', title: 'it moves: %s (U02)' },
  { path: 'e2e/two.spec.ts', title: 'it moves to the end (U02)' },
  { path: 'e2e/two.spec.ts', title: 'of another list (A03)' },
]

const whole = [MET, PARTLY, OPEN, DECIDED]
const changed = (row: string, from: string, to: string) =>
  whole.map((each) => (each === row ? each.replace(from, to) : each))

function compare(rows: readonly string[], titles = TITLES) {
  const page = ['| Row |', ...rows, ...OTHERS].join('\n')
  return compareExpectations(numberedRows(page), titles, (path) =>
    ['decisions/0001-why.md'].includes(path),
  )
}

test('the page of expectations agrees with the titles of the tests', () => {
  const { problems, note } = checkExpectations(REPOSITORY_ROOT, 'docs/expectations.md')

  expect(problems).toEqual([])
  expect(note).toMatch(/^expectations: \d+ met, \d+ decided, \d+ partly, \d+ open$/)
  const counts = [...note.matchAll(/\d+/g)].map(([count]) => Number(count))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(116)
})

test('finds nothing in rows that agree with their titles, and counts them', () => {
  expect(compare(whole)).toEqual({
    problems: [],
    note: 'expectations: 1 met, 1 decided, 1 partly, 113 open',
  })
})

test.each([
  ['an expectation without a row', whole.slice(0, 3), 'U30 has no row'],
  ['one that stands twice', [...whole, MET], 'U01 stands twice'],
  ['one beyond the list', [...whole, OPEN.replace('U03', 'U117')], 'U117 is none of them'],
  ['another state', changed(OPEN, 'open', 'soon'), 'line 4: U03 has a state that is none: soon'],
  [
    'what is met by nothing',
    changed(MET, '`a/one.test.ts`', 'Looked at.'),
    'line 2: U01 is met and names no test',
  ],
  [
    'a file without such a title',
    changed(MET, 'one.test', 'other.test'),
    'line 2: U01 names a/other.test.ts, where no title ends in it',
  ],
  [
    'a title whose file is not named',
    changed(PARTLY, ', `e2e/two.spec.ts`', ''),
    'line 3: U02 does not name e2e/two.spec.ts',
  ],
  [
    'a part without what is missing',
    changed(PARTLY, ' In one browser.', ''),
    'line 3: U02 does not say what is missing',
  ],
  [
    'an open row without what is missing',
    changed(OPEN, ' It does not.', ''),
    'line 4: U03 does not say what is missing',
  ],
  [
    'an open row with a test',
    changed(OPEN, 'It does', '`a/one.test.ts`. It does'),
    'line 4: U03 is open and names a test',
  ],
  [
    'what may not be refused',
    changed(OPEN, 'open | It does not.', 'decided | [Why](decisions/0001-why.md)'),
    'line 4: U03 may not be refused',
  ],
  [
    'no decision',
    changed(DECIDED, '[Why](decisions/0001-why.md)', 'So.'),
    'line 5: U30 names no decision',
  ],
  [
    'a decision that is not there',
    changed(DECIDED, '0001', '0002'),
    'line 5: U30 names decisions/0002-why.md, which is not there',
  ],
])('finds %s', (_, rows, problem) => {
  expect(compare(rows).problems).toContain(problem)
})

test('finds a title that names what has no row', () => {
  const titles = [...TITLES, { path: 'a/one.test.ts', title: 'more (U117)' }]

  expect(compare(whole, titles).problems).toEqual([
    'a title of a/one.test.ts names U117, which has no row',
  ])
})
