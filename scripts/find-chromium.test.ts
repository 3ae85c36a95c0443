import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findChromium } from './find-chromium.ts'

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-chromium-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('takes the browser that CHROMIUM names', () => {
  expect(findChromium({ CHROMIUM: '/opt/chrome', PATH: '' })).toBe('/opt/chrome')
})

test('takes the first executable browser on the path', () => {
  const folder = createFolder()
  const other = createFolder()
  writeFileSync(join(folder, 'chromium'), '')
  writeFileSync(join(other, 'google-chrome'), '')
  chmodSync(join(other, 'google-chrome'), 0o755)

  expect(findChromium({ PATH: `${folder}:${other}` })).toBe(join(other, 'google-chrome'))
})
