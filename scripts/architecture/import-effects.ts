import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ENTRIES, sideOf, TEST_PATTERN } from './file-place.ts'
import type { SourceFile } from './source-file.ts'
import type { Violation } from './violation.ts'

const RUN_LIMIT_MS = 60_000
const SIDES = ['loader', 'shared', 'server']
const script = fileURLToPath(new URL('import-all.ts', import.meta.url))
const styleSheets = new URL('../style-sheets-as-text.ts', import.meta.url).href

/**
 * Imports every module except the entries in plain Node: none may throw, create a global or keep the process
 * alive. Components (`.tsx`) are left out, because Node cannot load them.
 */
export async function findImportEffects(
  root: string,
  files: Iterable<SourceFile>,
): Promise<Violation[]> {
  const paths = [...files]
    .map(({ path }) => path)
    .filter((path) => SIDES.includes(sideOf(path)) && path.endsWith('.ts'))
    .filter((path) => !TEST_PATTERN.test(path) && !ENTRIES.includes(path))
  if (paths.length === 0) return []
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', styleSheets, script, ...paths],
    {
      cwd: root,
      timeout: RUN_LIMIT_MS,
    },
  )
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { file: string; text: string })
    .map(({ file, text }) => ({ rule: 'import-effect', file: file || '(one of all)', text }))
}
