import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { drawSheet, PICTURES_PER_SHEET, type SheetPicture } from './draw-sheet.ts'

/**
 * Share of changed pixels, in thousandths, from which a picture counts as changed: more than a caret, a
 * clock's digit or an edge.
 */
export const CHANGED_MIN_OF_THOUSAND = 2
/** Difference of a colour channel that people can see, of 255. */
const SEEN_MIN = 24
const PAIRS_PER_SHEET = PICTURES_PER_SHEET / 2
const SHEET = /^(sheet|changed)-/

/**
 * Draws changed pictures beside those of the same name from an earlier run.
 *
 * @param folder the current pictures, and the sheets `changed-<n>.png`.
 * @param before the pictures of the earlier run.
 * @returns the names of the pictures that changed.
 */
export async function drawChanges(folder: string, before: string): Promise<readonly string[]> {
  const known = new Set(await readdir(before))
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith('.png') && !SHEET.test(name) && known.has(name),
  )
  const pairs: { readonly name: string; readonly pictures: readonly SheetPicture[] }[] = []
  for (const name of names.toSorted()) {
    const [old, now] = await Promise.all([before, folder].map((at) => readFile(join(at, name))))
    if (!(await isAnother(old!, now!))) continue
    const label = basename(name, '.png')
    pairs.push({
      name: label,
      pictures: [
        { label: `${label}, before`, png: old! },
        { label: `${label}, now`, png: now! },
      ],
    })
  }
  for (let from = 0; from < pairs.length; from += PAIRS_PER_SHEET) {
    const shown = pairs.slice(from, from + PAIRS_PER_SHEET).flatMap(({ pictures }) => pictures)
    const name = `changed-${from / PAIRS_PER_SHEET + 1}.png`
    await writeFile(join(folder, name), await drawSheet(shown))
  }
  return pairs.map(({ name }) => name)
}

/** Whether the pictures differ visibly. */
export async function isAnother(before: Buffer, now: Buffer): Promise<boolean> {
  const [old, next] = await Promise.all([before, now].map(readPixels))
  const { width, height } = next!.info
  if (old!.info.width !== width || old!.info.height !== height) return true
  let changed = 0
  for (let at = 0; at < next!.data.length; at += 3) {
    const isSeen = [0, 1, 2].some(
      (part) => Math.abs(next!.data[at + part]! - old!.data[at + part]!) >= SEEN_MIN,
    )
    if (isSeen) changed += 1
  }
  return changed * 1_000 >= CHANGED_MIN_OF_THOUSAND * width * height
}

const readPixels = (png: Buffer) =>
  sharp(png).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
