import type { Page } from '@playwright/test'
import { isRefused, type ScreenState } from '../../e2e/states/screen-state.ts'
import type { PictureLook } from './picture-looks.ts'

/** Width around panel and launcher, in a window of 1,200 × 800. */
const CORNER_WIDTH = 460

/** Photographs the window's corner with the chat, or the whole window. */
export async function takePicture(
  page: Page,
  { scene }: ScreenState,
  { scheme = 'light', isForced, lang, size }: PictureLook,
): Promise<Buffer> {
  await page.emulateMedia({
    colorScheme: scheme,
    forcedColors: isForced ? 'active' : 'none',
    reducedMotion: 'reduce',
  })
  const { width, height } = page.viewportSize()!
  const isWhole = isRefused(scene) || scene.shown === 'window' || size !== undefined
  const x = lang === 'ar' ? 0 : width - CORNER_WIDTH
  const corner = { clip: { x, y: 0, width: CORNER_WIDTH, height } }
  return page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    ...(isWhole || width < CORNER_WIDTH ? {} : corner),
  })
}
