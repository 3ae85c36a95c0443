import { isMissing, readSourceFile } from './architecture/source-file.ts'

/** Entries that ship: two scripts of a host page, the frame, the desk, the server and its command line. */
export const SHIPPED_ENTRIES = [
  'loader/auto.ts',
  'npm/alcove.ts',
  'npm/doctor.ts',
  'npm/element.ts',
  'npm/react.tsx',
  'npm/testing.ts',
  'loader/panel/main.ts',
  'widget/main.tsx',
  'widget/early/main.ts',
  'desk/main.tsx',
  'server/main.ts',
  'server/cli/main.ts',
  'server/files/pdf/pdf-process.ts',
  'server/files/pdf/render-worker.ts',
  'server/files/pdf/text-worker.ts',
  'server/knowledge/read/reader-worker.ts',
]

/** Files that the documentation offers for extension. All their exports count as used. */
export const DOCUMENTED_ENTRIES = ['alcove.config.example.ts', 'widget/api/create-cloud-client.ts']

/** Source files that `entries` import, directly or through others, including the entries themselves. */
export function findReachableFiles(root: string, entries: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>()
  const waiting = entries.filter((path) => !isMissing(root, path))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    if (!/\.tsx?$/.test(path)) continue
    waiting.push(...readSourceFile(root, path).files.filter((file) => !isMissing(root, file)))
  }
  return reached
}
