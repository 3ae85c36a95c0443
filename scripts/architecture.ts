import { findArrowViolations, findLoaderPackages } from './architecture/arrow-rules.ts'
import { findCircles } from './architecture/circles.ts'
import { findFileViolations } from './architecture/file-rules.ts'
import { findImportEffects } from './architecture/import-effects.ts'
import { listSources } from './architecture/list-sources.ts'
import { findRings } from './architecture/rings.ts'
import { isMissing, readSourceFile } from './architecture/source-file.ts'
import type { SourceFile } from './architecture/source-file.ts'
import type { Violation } from './architecture/violation.ts'

export interface ArchitectureReport {
  readonly fileCount: number
  readonly violations: readonly Violation[]
}

/**
 * Checks every source file below `root` against the rooms, and imports the modules that must have no import
 * effects.
 */
export async function checkArchitecture(root: string): Promise<ArchitectureReport> {
  const { files, violations } = checkSources(root)
  violations.push(...(await findImportEffects(root, files.values())))
  return { fileCount: files.size, violations }
}

/** Checks that do not run a module. */
export function checkSources(root: string) {
  const files = new Map<string, SourceFile>()
  for (const path of listSources(root)) files.set(path, readSourceFile(root, path))

  const violations: Violation[] = []
  for (const file of files.values()) {
    violations.push(...findFileViolations(file), ...findArrowViolations(file))
    for (const target of file.files) {
      // In a plain browser script, an import is a URL, not a file.
      if (!file.path.endsWith('.js') && isMissing(root, target)) {
        violations.push({
          rule: 'missing',
          file: file.path,
          text: `imports ${target}: no such file`,
        })
      }
    }
  }
  violations.push(...findLoaderPackages(files), ...findCircles(files), ...findRings(files))
  return { files, violations }
}
