import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFirefox } from './find-engines.ts'

test('takes the Firefox that FIREFOX names, else the first one on the path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-firefox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'firefox'), '', { mode: 0o755 })
  writeFileSync(join(folder, 'firefox-esr'), '', { mode: 0o644 })

  expect(findFirefox({ FIREFOX: '/opt/firefox', PATH: folder })).toBe('/opt/firefox')
  expect(findFirefox({ PATH: folder })).toBe(join(folder, 'firefox'))
})
