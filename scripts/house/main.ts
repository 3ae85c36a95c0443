import { resolve } from 'node:path'
import { readStepTimes } from '../step-times.ts'
import { compareTests, readTestTitles } from './compare-tests.ts'
import { countRoomChanges, filesOf, JOURNEYS } from './journeys.ts'
import { measureHouse } from './measure-house.ts'

// `npm run house -- [folder]`: how a checkout is to live in. `--list` names what is counted. What was not
// built or not run there has no row. `--tests=<commit>`: what became of each browser and integration test
// of that commit, by its title.

const TIMED_STEPS = ['check', 'unit', 'integration', 'end-to-end', 'all']

const given = process.argv.slice(2)
const root = resolve(given.find((argument) => !argument.startsWith('--')) ?? '.')
const house = measureHouse(root)
const rows: readonly (readonly [string, number])[] = [
  ['files of the product', house.files],
  ['lines', house.lines],
  ['neighbours with one importer', house.neighbours.length],
  ['  besides, tables of the database', house.besides.databaseTable.length],
  ['  besides, catalogues', house.besides.catalogue.length],
  ['  besides, commands of the command line', house.besides.command.length],
  ['  besides, what a thread begins with', house.besides.worker.length],
  ['  besides, what is imported when needed', house.besides.later.length],
  ['  besides, one of two that are chosen from', house.besides.choice.length],
  ['functions over 80 lines', house.longFunctions.length],
  ['functions over 120 lines', house.longFunctions.filter(({ lines }) => lines > 120).length],
  ['exported base atoms', house.baseAtoms.length],
  ['parts called back through thunks', house.thunks.length],
  ...JOURNEYS.flatMap((journey): [string, number][] => [
    [`${journey.name} (≤ ${journey.filesMax})`, filesOf(journey).length],
    ['  changes of room on the way', countRoomChanges(journey)],
  ]),
  ...timeRows(),
]
for (const [name, count] of rows) console.log(`${name.padEnd(50)}${count.toLocaleString('en')}`)
if (given.includes('--list')) {
  const long = house.longFunctions.map(({ file, name, lines }) => `${lines} ${file}: ${name}`)
  for (const list of [
    long,
    house.baseAtoms,
    house.thunks,
    house.neighbours,
    ...Object.values(house.besides),
  ]) {
    console.log(`\n${list.join('\n')}`)
  }
  for (const { name, legs } of JOURNEYS) {
    console.log(`\n${name}\n${legs.map((leg) => leg.join('\n')).join('\n~\n')}`)
  }
}

const since = given.find((argument) => argument.startsWith('--tests='))?.slice('--tests='.length)
if (since) {
  const fates = compareTests(readTestTitles(root, since), readTestTitles(root, null))
  for (const fate of ['kept', 'moved', 'gone'] as const) {
    const tests = fates.filter((each) => each.fate === fate)
    console.log(`\n${fate}: ${tests.length}`)
    if (fate === 'kept') continue
    for (const { file, title, now } of tests) console.log([`${file}: ${title}`, ...now].join(' → '))
  }
}

function timeRows(): (readonly [string, number])[] {
  const seconds = readStepTimes(root)
  return TIMED_STEPS.flatMap((name) => {
    const took = seconds[name]
    return took === undefined ? [] : [[`seconds of ${name}`, took]]
  })
}
