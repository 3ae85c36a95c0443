import { resolve } from 'node:path'
import { measureHouse } from './measure-house.ts'

// `npm run house -- [folder]`: how a checkout is to live in. `--list` names what is counted.

const given = process.argv.slice(2)
const root = resolve(given.find((argument) => !argument.startsWith('--')) ?? '.')
const house = measureHouse(root)
const rows: readonly (readonly [string, number])[] = [
  ['files of the product', house.files],
  ['lines', house.lines],
  ['neighbours with one importer', house.neighbours.length],
  ['functions over 80 lines', house.longFunctions.length],
  ['functions over 120 lines', house.longFunctions.filter(({ lines }) => lines > 120).length],
  ['exported base atoms', house.baseAtoms.length],
  ['parts called back through thunks', house.thunks.length],
]
for (const [name, count] of rows) console.log(`${name.padEnd(36)}${count.toLocaleString('en')}`)
if (given.includes('--list')) {
  const long = house.longFunctions.map(({ file, name, lines }) => `${lines} ${file}: ${name}`)
  for (const list of [long, house.baseAtoms, house.thunks, house.neighbours]) {
    console.log(`\n${list.join('\n')}`)
  }
}
