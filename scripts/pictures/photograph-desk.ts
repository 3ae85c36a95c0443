import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import { runOperator, startAlcove } from '../../e2e/alcove-server.ts'

const PROJECT = 'default'
/** Its most frequent questions are in languages of which each machine has fonts. */
const SEED = '14'
/** As wide as the picture of the chat in the documentation. */
const VIEWPORT = { width: 1_280, height: 760 }

/** Photographs the desk's home with the made-up conversations of `alcove desk seed`. */
export async function photographDesk(browser: Browser, folder: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-desk-picture-'))
  await runOperator(dataDir, 'desk', 'seed', '--project', PROJECT, '--seed', SEED)
  const alcove = await startAlcove({ env: { ALCOVE_MODEL: 'demo' }, dataDir })
  try {
    const printed = await runOperator(dataDir, 'desk', '--mail', 'ada@shop.example')
    const [token = ''] = /#token=[\w-]+/.exec(printed) ?? []
    const context = await browser.newContext({ viewport: VIEWPORT, colorScheme: 'light' })
    const page = await context.newPage()
    const desk = `http://localhost:${alcove.port}/desk`
    await page.goto(`${desk}/sign-in${token}`)
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    // The first page of a visit, whose heading has no focus.
    await page.goto(`${desk}/${PROJECT}/home`)
    await page.locator('.day-chart canvas').waitFor()
    const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    // Few colours, as the picture stands in the documentation.
    await writeFile(join(folder, 'desk.png'), await sharp(png).png({ palette: true }).toBuffer())
    await context.close()
  } finally {
    await alcove.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
