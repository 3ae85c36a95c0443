import type { SourceFile } from './source-file.ts'
import type { Violation } from './violation.ts'

/** Reports each import that closes a circle, of values and types alike. */
export function findCircles(files: ReadonlyMap<string, SourceFile>): Violation[] {
  const found: Violation[] = []
  const done = new Set<string>()
  const path: string[] = []

  const visit = (name: string): void => {
    const start = path.indexOf(name)
    if (start >= 0) {
      const circle = [...path.slice(start), name]
      found.push({ rule: 'circle', file: name, text: circle.join(' → ') })
      return
    }
    if (done.has(name)) return
    path.push(name)
    for (const next of files.get(name)?.files ?? []) visit(next)
    path.pop()
    done.add(name)
  }

  for (const name of files.keys()) visit(name)
  return found
}
