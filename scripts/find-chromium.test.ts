import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findChromium, findHeadlessShell } from './find-chromium.ts'

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

test('takes the headless shell where there is one, else the whole browser', () => {
  const folder = createFolder()
  const whole = join(folder, 'chromium')
  writeFileSync(whole, '', { mode: 0o755 })
  const other = createFolder()
  const shell = join(other, 'chrome-headless-shell')
  writeFileSync(shell, '', { mode: 0o755 })

  expect(findHeadlessShell({ PATH: `${folder}:${other}` })).toBe(shell)
  expect(findHeadlessShell({ CHROMIUM: '/opt/chrome', PATH: other })).toBe('/opt/chrome')
})
