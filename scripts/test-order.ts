import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Matches tests that start servers, commands or other processes. */
const STARTS_PROCESSES =
  /\b(startAlcove|startProcesses|startCluster|runAlcove|createClone)\b|child_process/

/**
 * Runs files that start processes early, each beside one that computes. They mostly wait, for processes and
 * for leases of killed ones; started last, one of them alone would delay the whole run.
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
