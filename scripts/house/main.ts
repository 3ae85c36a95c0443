// `npm run house -- [folder] [--list]`: sizes, rings and long functions of a checkout, and the places that
// usual errands touch. `--list` names the functions and the places.
import { resolve } from 'node:path'
import { readArguments } from '../read-arguments.ts'
import { readStepTimes } from '../step-times.ts'
import { MARKERS, measureComments } from './measure-comments.ts'
import { ERRANDS, findPlaces } from './errands.ts'
import { FUNCTION_LINES_MAX, measureHouse } from './measure-rooms.ts'

const { values, words } = readArguments({ list: { type: 'boolean', default: false } }, 1)
const root = resolve(words[0] ?? '.')
const isListed = values.list

const { rooms, rings, longFunctions } = measureHouse(root)
const sum = (key: 'files' | 'lines') => rooms.reduce((total, room) => total + room[key], 0)
printRow('Room', 'files', 'lines')
for (const { room, files, lines } of rooms) printRow(room, files, lines)
printRow('all', sum('files'), sum('lines'))

console.log(`\nRings of rooms: ${rings.length}`)
for (const ring of rings) console.log(`  ${ring.join(' ')}`)

console.log(`\nFunctions over ${FUNCTION_LINES_MAX} lines: ${longFunctions.length}`)
if (isListed)
  for (const { file, name, lines } of longFunctions) console.log(`  ${lines} ${file}: ${name}`)

const comments = measureComments(root)
console.log('\nComments')
printRow('comments', comments.count)
printRow('words', comments.words)
printRow('marker words of 1,000', comments.markersOfThousand)
printRow('openings, in percent', comments.openingsPercent)
if (isListed) console.log(`  marker words: ${MARKERS.join(', ')}`)

console.log('\nPlaces of an errand: files that name an earlier case, without tests and pages')
for (const errand of ERRANDS) {
  const places = findPlaces(root, errand)
  const locales = places.filter((place) => place.startsWith('widget/i18n/locales/'))
  const note = locales.length === 0 ? [] : [`  of them ${locales.length} locales`]
  printRow(errand.name, places.length === 0 ? '  the sample is gone' : places.length, ...note)
  if (isListed) console.log(places.map((place) => `  ${place}`).join('\n'))
}

const seconds = Object.entries(readStepTimes(root))
if (seconds.length > 0) console.log('\nSeconds of the last run')
for (const [step, took] of seconds) printRow(step, took)

function printRow(name: string, ...cells: readonly (string | number)[]): void {
  const texts = cells.map((cell) => cell.toLocaleString('en').padStart(8))
  console.log(`${name.padEnd(32)}${texts.join('')}`)
}
