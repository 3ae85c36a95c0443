import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { CHANGED_MIN_OF_THOUSAND, drawChanges, isAnother } from './draw-changes.ts'

/** A white image with this many black pixels in its first rows. */
function paint(black: number, width = 100, height = 100): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3, 255)
  data.fill(0, 0, black * 3)
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

test('a picture is another one from two of a thousand pixels on, or at another size', async () => {
  const white = await paint(0)
  const least = (CHANGED_MIN_OF_THOUSAND * 100 * 100) / 1_000

  expect(await isAnother(white, await paint(least - 1))).toBe(false)
  expect(await isAnother(white, await paint(least))).toBe(true)
  expect(await isAnother(white, await paint(0, 100, 101))).toBe(true)
})

test('what changed stands beside what it was; the rest, new pictures and sheets do not', async () => {
  const root = mkdtempSync(join(tmpdir(), 'alcove-pictures-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [before, now] = ['before', 'now'].map((name) => join(root, name)) as [string, string]
  for (const folder of [before, now]) {
    mkdirSync(folder)
    writeFileSync(join(folder, '01-same.light.png'), await paint(50))
    writeFileSync(join(folder, 'sheet-light-1.png'), await paint(folder === now ? 0 : 900))
  }
  for (let number = 2; number <= 6; number += 1) {
    writeFileSync(join(before, `0${number}-other.light.png`), await paint(0))
    writeFileSync(join(now, `0${number}-other.light.png`), await paint(900))
  }
  writeFileSync(join(now, '09-new.light.png'), await paint(9))

  const changed = await drawChanges(now, before)

  expect(changed).toEqual([2, 3, 4, 5, 6].map((number) => `0${number}-other.light`))
  const sheets = readdirSync(now).filter((name) => name.startsWith('changed-'))
  expect(sheets.toSorted()).toEqual(['changed-1.png', 'changed-2.png'])
})
