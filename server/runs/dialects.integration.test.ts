import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REPOSITORY_ROOT } from '../../scripts/repository-root.ts'
import { createStreamsWorld, type StreamsWorld } from '../testing/create-streams-world.ts'
import { FORMS } from '../testing/dialects/dialect.ts'
import { caseOf, type DialectCase } from '../testing/dialects/dialect-cases.ts'
import { DIALECTS } from '../testing/dialects/dialects.ts'
import { DIALECTS_PAGE, drawDialects } from '../testing/dialects/draw-dialects.ts'
import { agrees, readByMaker } from '../testing/dialects/read-by-maker.ts'
import { findFaults, readStreamCases } from '../testing/stream-cases.ts'

const WRITES = process.env['ALCOVE_WRITE_DIALECTS'] === '1'

let world: StreamsWorld
beforeAll(async () => {
  world = await createStreamsWorld(readStreamCases().protocolNotes.afterTools)
})
afterAll(() => world.close())

const cases = DIALECTS.flatMap((dialect) =>
  FORMS.flatMap((form) => {
    const found = caseOf(dialect, form)
    return found ? [[found.id, found] as const] : []
  }),
)
/** Faults of an answer, by its name. */
const wrong = new Map<string, string>()

async function findWrong(name: string, each: DialectCase): Promise<readonly string[]> {
  const faults = findFaults(await world.ask(each), each.expected)
  if (faults.length > 0) wrong.set(name, faults.join(' '))
  return [...faults, ...world.errors.map(String)]
}

test('there are 17 servers', () => expect(DIALECTS).toHaveLength(17))

test.each(cases)('an answer is read right: %s', async (name, each) => {
  expect(await findWrong(name, each)).toEqual([])
})

test.each(cases)(
  'the package of the maker reads the same, or a sentence says why not: %s',
  async (_name, each) => {
    const reading = await readByMaker(each)

    const why = each.dialect.otherwise?.[each.form]
    expect({ ...reading, agrees: agrees(reading, each) }).toMatchObject({
      agrees: why === undefined,
    })
  },
)

test('the page has the outcome of this run', async () => {
  const page = drawDialects(wrong)
  const file = join(REPOSITORY_ROOT, DIALECTS_PAGE)
  if (WRITES) await writeFile(file, page)

  expect(await readFile(file, 'utf8'), 'npm run dialects writes the page anew').toBe(page)
})
