import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { trimReact } from './trim-react.ts'

const PACKAGES = join(import.meta.dirname, '../node_modules')

/**
 * Builds a module with React as it is installed.
 *
 * @param sources of files of React that are others.
 */
async function buildWith(
  code: string,
  isTrimmed = true,
  sources: Readonly<Record<string, string>> = {},
): Promise<string> {
  vi.stubEnv('NODE_ENV', 'production')
  const root = mkdtempSync(join(tmpdir(), 'alcove-trimmed-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true, force: true })
    vi.unstubAllEnvs()
  })
  writeFileSync(join(root, 'main.js'), code)
  mkdirSync(join(root, 'node_modules'))
  for (const name of ['react', 'react-dom', 'scheduler']) {
    symlinkSync(join(PACKAGES, name), join(root, 'node_modules', name))
  }
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'another-react',
        load: (id) => Object.entries(sources).find(([end]) => id.endsWith(end))?.[1],
      },
      isTrimmed && trimReact(),
    ],
    build: { write: false, rolldownOptions: { input: join(root, 'main.js') } },
  })
  const [file] = 'output' in built ? built.output : []
  return file?.code ?? ''
}

const USES = `import { createElement, useState } from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
console.log(createElement, useState, createPortal, createRoot)`

test('of React nothing is left that the frame does not use, and all that it does', async () => {
  const [trimmed, whole] = [await buildWith(USES), await buildWith(USES, false)]

  for (const unused of [
    /\.Children=/,
    /\.useTransition=/,
    /\.useFormStatus=/,
    /\.unstable_next=/,
  ]) {
    expect(whole).toMatch(unused)
    expect(trimmed).not.toMatch(unused)
  }
  for (const used of [/\.createElement=/, /\.useState=/, /\.createPortal=/, /\.createRoot=/]) {
    expect(trimmed).toMatch(used)
  }
  expect(whole).toContain('because viewport size changed')
  expect(trimmed).not.toContain('because viewport size changed')
  expect(trimmed.length).toBeLessThan(whole.length - 5_000)
})

test.each([
  [
    `import { useState, Children as Each } from 'react'; console.log(useState, Each)`,
    'Children of react',
  ],
  [`import React from 'react'; console.log(React.Children)`, 'Children of react'],
  [`import * as dom from 'react-dom'; console.log(dom.preload)`, 'preload of react-dom'],
])('whoever asks for what is left out ends the build: %s', async (code, named) => {
  await expect(buildWith(code)).rejects.toThrow(
    `main.js asks for ${named}, which scripts/trim-react.ts leaves out.`,
  )
})

test('what React does not have any more ends the build', async () => {
  const scheduler = { 'scheduler.production.js': 'exports.unstable_now = () => 0' }

  await expect(buildWith(USES, true, scheduler)).rejects.toThrow(
    'React does not have: unstable_forceFrameRate | unstable_next | unstable_Profiling',
  )
})
