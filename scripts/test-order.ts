import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Matches tests that start servers, commands or other processes. */
const STARTS_PROCESSES =
  /\b(startAlcove|startProcesses|startCluster|runAlcove|createClone)\b|child_process/

/**
 * Files that start processes wait for them, and for the leases of those that they kill. They begin early,
 * each beside one that computes: begun last, one of them alone would keep the whole run waiting.
 */
export class WaitersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return alternate(await super.sort(files), ({ moduleId }) =>
      STARTS_PROCESSES.test(readFileSync(moduleId, 'utf8')),
    )
  }
}

/** Alternates matching and other items; the rest of the longer kind comes last. */
export function alternate<Item>(items: readonly Item[], isMeant: (item: Item) => boolean): Item[] {
  const meant = items.filter(isMeant)
  const others = items.filter((item) => !isMeant(item))
  const pairs = Math.max(meant.length, others.length)
  return Array.from({ length: pairs }, (_, index) => [
    ...meant.slice(index, index + 1),
    ...others.slice(index, index + 1),
  ]).flat()
}
