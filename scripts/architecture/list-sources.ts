import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Top-level folders without sources of the project. A new top-level folder is included by default. */
const SKIPPED = new Set([
  'node_modules',
  'dist',
  'data',
  'public',
  'docs',
  'test-results',
  'playwright-report',
])
/** Built files of old releases, kept for compatibility tests. */
const SKIPPED_PATHS = new Set(['e2e/fixtures'])
const SOURCE_PATTERN = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/

/** Every source file below `root`, relative to it, with `/`, sorted. */
export function listSources(root: string, folder = ''): string[] {
  const found: string[] = []
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isFile() && SOURCE_PATTERN.test(entry.name)) found.push(path)
    if (!entry.isDirectory() || entry.name.startsWith('.') || SKIPPED_PATHS.has(path)) continue
    if (folder === '' && SKIPPED.has(entry.name)) continue
    if (entry.name === 'node_modules') continue
    found.push(...listSources(root, path))
  }
  return found.sort()
}
