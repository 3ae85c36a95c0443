// `npm run pictures`: photographs every screen state, and draws sheets of the pictures. `--only=12,13`
// selects states, `--looks=light,arabic` looks; `--brands` photographs four brands in all places instead,
// `--languages` five states in each language,
// `--desk` the desk's home for the documentation; `--before=folder` draws changed pictures beside those of an
// earlier run in that folder.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { isRefused, type ScreenState } from '../../e2e/states/screen-state.ts'
import { showState } from '../../e2e/states/show-state.ts'
import { startStatesWorld, type StatesWorld } from '../../e2e/states/start-states-world.ts'
import { SCREEN_STATES, slugOf } from '../../e2e/states/state-table.ts'
import { buildProduct } from '../build-product.ts'
import { isBuildFresh } from '../build-stamp.ts'
import { CHROMIUM_FLAGS, ensureChromium, findHeadlessShell } from '../find-chromium.ts'
import { orExit, readArguments, readNumber } from '../read-arguments.ts'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { drawSheet, PICTURES_PER_SHEET, type SheetPicture } from './draw-sheet.ts'
import { drawChanges } from './draw-changes.ts'
import { drawIndex } from './draw-index.ts'
import { PICTURE_LOOKS, type PictureLook } from './picture-looks.ts'
import { photographBrands } from './photograph-brands.ts'
import { photographDesk } from './photograph-desk.ts'
import { photographLanguages } from './photograph-languages.ts'
import { takePicture } from './take-picture.ts'

/** Folder of the pictures, ignored by git. */
const PICTURES_FOLDER = join(REPOSITORY_ROOT, 'test-results/states')

const { values } = readArguments({
  only: { type: 'string' },
  looks: { type: 'string' },
  brands: { type: 'boolean' },
  languages: { type: 'boolean' },
  desk: { type: 'boolean' },
  before: { type: 'string' },
})
const lastNumber = Math.max(...SCREEN_STATES.map(({ number }) => number))
const only = values.only?.split(',').map((text) => readNumber('--only', text, 1, lastNumber))
const looks = orExit(() => values.looks?.split(',').map(parseLook))

function parseLook(name: string): string {
  const known = PICTURE_LOOKS.map((look) => look.name)
  if (known.includes(name)) return name
  throw new Error(`--looks has no "${name}": expected ${known.join(', ')}.`)
}

const isWanted = ({ number }: ScreenState): boolean => only?.includes(number) ?? true
const shownStates = SCREEN_STATES.filter((state) => isWanted(state) && !isRefused(state.scene))

async function photograph(browser: Browser, world: StatesWorld, look: PictureLook) {
  const pictures: SheetPicture[] = []
  let failed = 0
  for (const state of shownStates) {
    if (look.isForStarred && !state.isStarred) continue
    const label = `${state.number} ${state.name}${state.view === undefined ? '' : `: ${state.view}`}`
    try {
      const shown = await showState(browser, world, state, look)
      const png = await takePicture(shown.page, state, look)
      await shown.close()
      await writeFile(join(PICTURES_FOLDER, `${slugOf(state)}.${look.name}.png`), png)
      pictures.push({ label, png })
    } catch (error) {
      failed += 1
      console.error(String(error), error instanceof Error ? String(error.cause) : '')
    }
  }
  for (let from = 0; from < pictures.length; from += PICTURES_PER_SHEET) {
    const sheet = await drawSheet(pictures.slice(from, from + PICTURES_PER_SHEET))
    const name = `sheet-${look.name}-${from / PICTURES_PER_SHEET + 1}.png`
    await writeFile(join(PICTURES_FOLDER, name), sheet)
  }
  console.log(`${look.name}: ${pictures.length} pictures, ${failed} failed`)
  return failed
}

if (!isBuildFresh(REPOSITORY_ROOT, process.env)) await buildProduct(REPOSITORY_ROOT)
const isOfStates = !values.brands && !values.languages && !values.desk
if (!only && isOfStates) await rm(PICTURES_FOLDER, { recursive: true, force: true })
await mkdir(PICTURES_FOLDER, { recursive: true })
const world = await startStatesWorld()
const executablePath = findHeadlessShell() ?? ensureChromium()
const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS] })
let failed = 0
if (values.brands) failed += await photographBrands(browser, world, PICTURES_FOLDER)
if (values.languages) failed += await photographLanguages(browser, world, PICTURES_FOLDER)
if (values.desk) await photographDesk(browser, PICTURES_FOLDER)
for (const look of isOfStates ? PICTURE_LOOKS : []) {
  if (looks?.includes(look.name) ?? true) failed += await photograph(browser, world, look)
}
await browser.close()
await world.stop()
await writeFile(join(PICTURES_FOLDER, 'index.html'), drawIndex(SCREEN_STATES, PICTURE_LOOKS))
if (values.before !== undefined) {
  const changed = await drawChanges(PICTURES_FOLDER, values.before)
  console.log(`${changed.length} changed: ${changed.join(', ')}`)
}
console.log(`The pictures are in ${PICTURES_FOLDER}, all of them in index.html.`)
process.exitCode = failed > 0 ? 1 : 0
